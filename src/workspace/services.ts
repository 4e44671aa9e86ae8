import type { RateLimits } from '../store/rate-limits.ts'
import type { Store } from '../store/store.ts'
import type { SharedServices } from '../workspace-scope.ts'

/** The services of this slice. Built once, never changed later. */
export interface WorkspaceServices extends SharedServices {
  readonly store: Store
  readonly rateLimits: RateLimits
}
