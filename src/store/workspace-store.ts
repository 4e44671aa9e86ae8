import type { Store } from './store.ts'

/** The store, and the workspace whose records are kept: every partition of them begins with the team. */
export interface WorkspaceStore {
  readonly store: Store
  readonly team: string
}
