import { type Clock, isRecent } from '../../../core/clock.ts'
import type { MailConfig } from '../../mail-scope.ts'
import type { WebhookStore } from './webhook-record.ts'
import { wantedWebhook } from './webhook-config.ts'

/** Outstanding deliveries of an old webhook come up to 28 hours late and carry its signature. */
export const OLD_SECRET_MS = 3 * 24 * 60 * 60_000
const MEMORY_MS = 10_000
const FRESH_MS = 1_000

/** The secrets that may sign a delivery, cached for seconds in this process. */
export interface AcceptedSecrets {
  /** Reads the secrets. `isFresh` bypasses the cache at most once a second: another process may just have registered a new webhook. */
  read(this: void, options: { isFresh: boolean }): Promise<string[]>
  /** Clears the cache after a change of the webhook. */
  forget(this: void): void
}

/** Reads the configured secrets, and those of the app's own webhooks, present and past. */
export function createAcceptedSecrets(
  clock: Clock,
  { webhookStore, config }: { webhookStore: WebhookStore; config: MailConfig },
): AcceptedSecrets {
  let memory: { at: number; secrets: string[] } | undefined
  return {
    forget: () => {
      memory = undefined
    },
    read: async ({ isFresh }) => {
      if (memory && isRecent(clock, memory.at, isFresh ? FRESH_MS : MEMORY_MS)) return memory.secrets
      const own = wantedWebhook(config) ? await webhookStore.find() : undefined
      const old = (own?.replaced ?? []).filter(({ at }) => clock.now() - at < OLD_SECRET_MS)
      const secrets = [...config.webhookSecrets, ...(own ? [own.secret] : []), ...old.map(({ secret }) => secret)]
      memory = { at: clock.now(), secrets }
      return secrets
    },
  }
}
