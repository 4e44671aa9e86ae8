import type { TaskHandler } from './queue/task-kinds.ts'
import type { CardKind } from './slack/outbox/cards.ts'
import type { Listeners } from './slack/inbound/listeners.ts'
import type { Route } from './http/http-server.ts'

/** What a slice contributes; `app.ts` puts the slices together. */
export interface Slice {
  listen?(slack: Listeners): void
  tasks?: TaskHandler[]
  cards?: CardKind[]
  routes?: Route[]
  /** Runs once the app is open; what fails here is tried again by the slice itself. */
  start?(): Promise<void>
  /** What is still missing before the app may be called ready, in words; undefined: nothing. */
  missing?(): Promise<string | undefined>
}
