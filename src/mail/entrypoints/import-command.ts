import { questionTimeMs } from '../../core/question-time.ts'
import { channelMention, escapeMrkdwn } from '../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import type { Command } from '../../slack/inbound/listeners.ts'
import { buildSetupAct } from '../access/mail-acts.ts'
import { isImportRunning } from '../records/mail/mail-import.ts'
import { createImportId, sendImport } from '../tasks/import-task.ts'
import { findInbox } from '../placement/routing/find-inbox.ts'
import type { EntrypointScope } from './entrypoint-scope.ts'
import type { MailText } from '../text/mail-text.ts'

/** `/mail import`: lists the earlier mail of an inbox in its channel. */
export async function startImport(
  text: MailText,
  scope: EntrypointScope,
  command: Command,
  wanted: { inboxId: string; days: number },
): Promise<string | Message> {
  const { team, user, channel, eventId } = command
  const {
    routes,
    clock,
    keyedHash,
    records: { imports },
  } = scope
  const texts = text.imports
  const found = await findInbox(text, scope, wanted.inboxId)
  const known = 'inboxId' in found ? found.inboxId : undefined
  const actor = { team, user, opId: `mail.import:${eventId}`, channel }
  const act = await buildSetupAct(scope, actor, { action: 'mail.administer', verb: 'import' }, known)
  const permission = await scope.authorizer.ask(act, { withinMs: questionTimeMs() })
  if (permission.is !== 'allowed') return permission.message
  if ('refusal' in found) return found.refusal
  const { inboxId } = found
  const inbox = escapeMrkdwn(inboxId)
  const route = await routes.findRoute({ inboxId, from: { address: '' }, to: [], cc: [], subject: '' })
  if (!route) return texts.noRoute({ inbox })
  const running = (await imports.get(createImportId(keyedHash, inboxId)))?.value
  if (running && isImportRunning(running)) {
    const { through, found: listed } = running
    return listed.length === 0 ? texts.begun({ inbox }) : texts.running({ inbox, through, found: listed.length })
  }
  await sendImport(scope, eventId, { team, user, inboxId, days: wanted.days, at: clock.now(), channel })
  return texts.started({ inbox, days: wanted.days, channel: channelMention(route.channel) })
}
