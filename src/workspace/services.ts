import type { RateLimits } from '../store/rate-limits.ts'
import type { Store } from '../store/store.ts'
import type { SharedServices } from '../workspace-scope.ts'

/** What every feature of this slice may use. Built once; nothing in it is set later. */
export interface WorkspaceServices extends SharedServices {
  readonly store: Store
  readonly rateLimits: RateLimits
}
