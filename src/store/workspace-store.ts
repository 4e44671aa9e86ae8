import type { Store } from './store.ts'

/** The store of one workspace's records: every partition begins with the team. */
export interface WorkspaceStore {
  readonly store: Store
  readonly team: string
}
