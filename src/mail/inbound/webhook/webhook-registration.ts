import type { Log } from '../../../core/log.ts'
import type { Workspaces } from '../../../workspace-scope.ts'
import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { isRecent } from '../../../core/clock.ts'
import { UpstreamError } from '../../../core/errors.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import type { InboundScope } from '../inbound-scope.ts'
import { ensureWebhook } from './ensure-webhook.ts'
import { alertWebhookRefused, closeWebhookAlarm } from './webhook-alerts.ts'
import { wantedWebhook } from './webhook-config.ts'

const CHECK_MS = 5 * 60_000
const MAX_WAIT_MS = 60_000
/** How long a check with other settings keeps running while the app is restarted process by process. */
const HANDOVER_MS = 60 * 60_000
const HANDOVER_WAIT_MS = 15_000
const RETRY_MS = 2000
const REMEMBER_START_MS = 60_000

/** Checks the webhook periodically while the app runs. Frozen. */
const checkTask = taskKind('mail.webhook', z.object({ team: z.string(), wanted: z.string(), at: z.number() }))

/** Keeps the app's own webhook registered at the mailbox. */
export const webhookFeature: ScopedFeature<InboundScope> = {
  tasks: [scopedHandler(checkTask, checkWebhook)],
}

/** Starts the checks of every workspace. Called at every start, so changed settings take effect immediately. */
export async function startWebhookChecks(
  workspaces: Workspaces<InboundScope>,
  options: { log: Log; listTeams(this: void): Promise<string[]> },
): Promise<void> {
  try {
    for (const team of await options.listTeams()) {
      const scope = await workspaces.of(team)
      if (scope) await startChecks(scope)
    }
  } catch (error) {
    options.log.warn({ err: error }, 'the mail webhook is not checked yet: the workspace is not known')
    setTimeout(() => void startWebhookChecks(workspaces, options), RETRY_MS).unref()
  }
}

async function startChecks({ team, queue, clock, inbound }: InboundScope): Promise<void> {
  const wanted = wantedWebhook(inbound.config)
  if (!wanted) return
  await queue.send(checkTask.of({ team, wanted: wanted.configHash, at: clock.now() }), {
    id: `mail.webhook:${team}:${wanted.configHash}`,
    rememberMs: REMEMBER_START_MS,
  })
}

async function checkWebhook(
  scope: InboundScope,
  { wanted: configHash, at }: { wanted: string; at: number },
): Promise<{ againMs: number } | undefined> {
  const { clock, inbound } = scope
  const { config, failedChecks } = inbound
  const wanted = wantedWebhook(config)
  if (wanted?.configHash !== configHash)
    return isRecent(clock, at, clock.scaled(HANDOVER_MS)) ? { againMs: clock.scaled(HANDOVER_WAIT_MS) } : undefined
  try {
    await ensureWebhook(scope, { url: wanted.url, configHash })
    await closeWebhookAlarm(scope)
    failedChecks.count = 0
    return { againMs: clock.scaled(CHECK_MS) }
  } catch (error) {
    failedChecks.count += 1
    return { againMs: await recordFailedCheck(scope, { configHash, failures: failedChecks.count }, error) }
  }
}

/** Returns the time in ms until the next check. */
async function recordFailedCheck(
  scope: InboundScope,
  { configHash, failures }: { configHash: string; failures: number },
  error: unknown,
): Promise<number> {
  scope.log.error({ err: error, failures }, 'the mail webhook could not be checked')
  const fault = error instanceof Error ? error.message : 'unknown'
  await scope.inbound.webhookStore.update((own) => ({ ...own, fault }))
  const upstream = error instanceof UpstreamError ? error : undefined
  if (upstream?.details.outcome === 'refused') await alertWebhookRefused(scope, upstream, configHash)
  return upstream?.details.retryAfterMs ?? Math.min(2 ** failures * 500, MAX_WAIT_MS)
}
