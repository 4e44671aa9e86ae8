import { z } from 'zod'
import { isRecent } from '../../../core/clock.ts'
import { UpstreamError } from '../../../core/errors.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import type { Feature } from '../../../slice.ts'
import type { InboundServices } from '../inbound-services.ts'
import { type AcceptedSecrets, createAcceptedSecrets } from './accepted-secrets.ts'
import { ensureWebhook } from './ensure-webhook.ts'
import { alertWebhookRefused } from './webhook-alerts.ts'
import { wantedWebhook } from './webhook-config.ts'
import { createWebhookRoute } from './webhook-endpoint.ts'

const CHECK_MS = 5 * 60_000
const MAX_WAIT_MS = 60_000
/** How long a check of other settings is kept alive while the app is restarted process by process. */
const HANDOVER_MS = 60 * 60_000
const HANDOVER_WAIT_MS = 15_000
const RETRY_MS = 2000
const REMEMBER_START_MS = 60_000

/** Checks the webhook now and then, for as long as the app runs. Frozen. */
const checkTask = taskKind(
  'mail.webhook',
  z.object({ team: z.string(), wanted: z.string(), at: z.number().default(0) }),
)

/** Receives the mailbox's deliveries, and keeps the app's own webhook registered there. */
export function webhookFeature(services: InboundServices): Feature {
  const secrets = createAcceptedSecrets(services)
  const failures = { count: 0 }
  return {
    routes: [createWebhookRoute(services, secrets)],
    tasks: [checkTask.handler((check) => checkWebhook(services, { secrets, failures }, check))],
  }
}

/** Starts the checks; called at every start, so that they begin at once when the settings have changed. */
export async function startWebhookChecks(services: InboundServices): Promise<void> {
  const { queue, clock, log, inbound, slack } = services
  const wanted = wantedWebhook(inbound.config)
  if (!wanted) return
  try {
    const { teamId: team } = await slack.installations.forTeam(undefined)
    await queue.send(checkTask.of({ team, wanted: wanted.configHash, at: clock.now() }), {
      id: `mail.webhook:${team}:${wanted.configHash}`,
      rememberMs: REMEMBER_START_MS,
    })
  } catch (error) {
    log.warn({ err: error }, 'the mail webhook is not checked yet: the workspace is not known')
    setTimeout(() => void startWebhookChecks(services), RETRY_MS).unref()
  }
}

async function checkWebhook(
  services: InboundServices,
  { secrets, failures }: { secrets: AcceptedSecrets; failures: { count: number } },
  { team, wanted: configHash, at }: { team: string; wanted: string; at: number },
): Promise<{ againMs: number } | undefined> {
  const { clock, inbound } = services
  const wanted = wantedWebhook(inbound.config)
  if (wanted?.configHash !== configHash)
    return isRecent(clock, at, clock.scaled(HANDOVER_MS)) ? { againMs: clock.scaled(HANDOVER_WAIT_MS) } : undefined
  try {
    await ensureWebhook(services, { team, url: wanted.url, configHash, secrets })
    failures.count = 0
    return { againMs: clock.scaled(CHECK_MS) }
  } catch (error) {
    failures.count += 1
    return { againMs: await recordFailedCheck(services, { team, configHash, failures: failures.count }, error) }
  }
}

/** Returns how long to wait for the next check. */
async function recordFailedCheck(
  services: InboundServices,
  { team, configHash, failures }: { team: string; configHash: string; failures: number },
  error: unknown,
): Promise<number> {
  services.log.error({ err: error, failures }, 'the mail webhook could not be checked')
  const fault = error instanceof Error ? error.message : 'unknown'
  await services.inbound.webhookStore.update(team, (own) => ({ ...own, fault }))
  const upstream = error instanceof UpstreamError ? error : undefined
  if (upstream?.details.outcome === 'refused') await alertWebhookRefused(services, team, upstream, configHash)
  return upstream?.details.retryAfterMs ?? Math.min(2 ** failures * 500, MAX_WAIT_MS)
}
