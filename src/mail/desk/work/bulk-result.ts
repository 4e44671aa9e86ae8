import { actionsBlock, button, section } from '../../../slack/blocks/block-builders.ts'
import type { Message, MessageBlock } from '../../../slack/blocks/slack-message.ts'
import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import { readPersonalNotices } from '../../../settings/notice-settings.ts'
import { mailActionIds } from '../../action-ids.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import type { DeskScope } from '../desk-scope.ts'
import { buildLeftToSend } from './left-to-send.ts'
import { type BulkAct, type BulkOutcome, bulkOutcomes } from './bulk-record.ts'

/** Records the outcome of one thread. Returns the act when all its threads have one. */
export async function noteBulkOutcome(
  { desk: { bulkActs } }: DeskScope,
  event: string,
  thread: string,
  outcome: BulkOutcome,
): Promise<BulkAct | undefined> {
  const known = await bulkActs.update(event, (act) =>
    // A repeated task keeps what the first attempt noted.
    act && act.outcomes[thread] === undefined
      ? { ...act, outcomes: { ...act.outcomes, [thread]: outcome } }
      : undefined,
  )
  return known && Object.keys(known.outcomes).length >= known.total ? known : undefined
}

const countOutcomes = ({ outcomes }: BulkAct, wanted: string): number =>
  Object.values(outcomes).filter((one) => one === wanted).length

/** Counts for the person who acted what was done and what wasn't, with the reasons. */
export async function describeBulkResult(scope: DeskScope, act: BulkAct): Promise<Message> {
  const { team, people } = scope
  const { verb, to } = act
  const text = mailTextIn(await scope.languages.ofPerson(team, act.user))
  const words = text.work.bulk
  const name = to === undefined ? '' : await readQuietName(text, people, team, to)
  const done = countOutcomes(act, 'done')
  const skipped = bulkOutcomes
    .filter((outcome) => outcome !== 'done')
    .flatMap((reason) => {
      const count = countOutcomes(act, reason)
      return count === 0 ? [] : words.skipped[reason]({ count, name })
    })
  const line = [done > 0 && words.result({ verb, count: done, name }), ...skipped].filter(Boolean).join('\n')
  return { text: line, blocks: [section(line), ...(await buildLeftOfAll(scope, text, act))] }
}

/** Names the replies that are still sent in the threads that are done. */
async function buildLeftOfAll(
  scope: DeskScope,
  text: MailText,
  { user, verb, outcomes }: BulkAct,
): Promise<MessageBlock[]> {
  if (verb !== 'done') return []
  const ids = Object.keys(outcomes).filter((id) => outcomes[id] === 'done')
  const threads = await Promise.all(ids.map((id) => scope.mailStore.findThread(id)))
  return buildLeftToSend(
    scope,
    text,
    user,
    threads.filter((thread) => thread !== undefined),
  )
}

/** Notifies the new owner of several threads with one message, by their own settings. */
export async function notifyOfBulk(scope: DeskScope, event: string, act: BulkAct): Promise<void> {
  const { team, settings, languages, outbox } = scope
  const { user, to } = act
  const count = countOutcomes(act, 'done')
  if (to === undefined || to === user || count === 0) return
  const { level } = await readPersonalNotices(settings, team, to)
  if (level === 'nothing') return
  const text = mailTextIn(await languages.ofPerson(team, to))
  const message = await buildNotice(scope, text, { user, count })
  await outbox.postDirect({ team, user: to, opId: `mail.bulk:${event}`, message })
}

async function buildNotice(
  { team, people }: DeskScope,
  text: MailText,
  { user, count }: { user: string; count: number },
): Promise<Message> {
  const line = text.work.bulk.handedOver({ by: await readQuietName(text, people, team, user), count })
  const all = actionsBlock(button({ actionId: mailActionIds.openList, text: text.work.list.all }))
  return { text: line, blocks: [section(line), ...all] }
}
