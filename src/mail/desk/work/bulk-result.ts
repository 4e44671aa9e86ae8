import { actionsBlock, button, section } from '../../../slack/blocks/block-builders.ts'
import type { Message, MessageBlock } from '../../../slack/blocks/slack-message.ts'
import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import { readPersonalNotices } from '../../../settings/notice-settings.ts'
import { linkSubject } from '../../notify/thread-link.ts'
import { findHeadMail } from '../../records/mail/head-mail.ts'
import { mailActionIds } from '../../action-ids.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import type { DeskScope } from '../desk-scope.ts'
import { buildLeftToSend } from './left-to-send.ts'
import { buildTakenNotice } from '../../notify/notice-former-people.ts'
import { type BulkAct, type BulkOutcome, bulkOutcomes } from './bulk-record.ts'

/** Threads that the result names for one reason. */
const MAX_NAMED = 5

/** Records the outcome of one thread, its owner if it was another person's, and a third person who had snoozed it. Returns the act when all its threads have one. */
export async function noteBulkOutcome(
  { desk: { bulkActs } }: DeskScope,
  event: string,
  {
    thread,
    outcome,
    owner,
    snoozer,
  }: { thread: string; outcome: BulkOutcome; owner?: string | undefined; snoozer?: string | undefined },
): Promise<BulkAct | undefined> {
  const known = await bulkActs.update(event, (act) =>
    // A repeated task keeps what the first attempt noted.
    act && act.outcomes[thread] === undefined
      ? {
          ...act,
          outcomes: { ...act.outcomes, [thread]: outcome },
          ...(owner !== undefined && { formers: { ...act.formers, [thread]: owner } }),
          ...(snoozer !== undefined && { snoozers: { ...act.snoozers, [thread]: snoozer } }),
        }
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
  const skipped: string[] = []
  for (const reason of bulkOutcomes) {
    const count = countOutcomes(act, reason)
    if (reason === 'done' || count === 0) continue
    const emails = reason === 'newer' || reason === 'claimed' ? await nameThreads(scope, text, act, reason) : ''
    skipped.push(words.skipped[reason]({ count, name, emails }))
  }
  const line = [done > 0 && words.result({ verb, count: done, name }), ...skipped].filter(Boolean).join('\n')
  return { text: line, blocks: [section(line), ...(await buildLeftOfAll(scope, text, act))] }
}

/** The subjects of the first threads with this outcome, each with its link. */
async function nameThreads(
  scope: DeskScope,
  text: MailText,
  { outcomes }: BulkAct,
  wanted: BulkOutcome,
): Promise<string> {
  const ids = Object.keys(outcomes).filter((id) => outcomes[id] === wanted)
  const named = ids.slice(0, MAX_NAMED).map(async (id) => {
    const thread = await scope.mailStore.findThread(id)
    const head = thread && (await findHeadMail(scope.mailStore, thread))
    return linkSubject(scope, text, { id, mail: head?.mail })
  })
  const more = ids.length > MAX_NAMED ? ['…'] : []
  return [...(await Promise.all(named)), ...more].join(' · ')
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

/** Notifies the new owner of several threads, and each former one, with one message, by their own settings. */
export async function notifyOfBulk(scope: DeskScope, event: string, act: BulkAct): Promise<void> {
  const { user, to, verb, formers = {}, snoozers = {} } = act
  const count = countOutcomes(act, 'done')
  if (to !== undefined && to !== user && count > 0) {
    await notifyDirectly(scope, { to, opId: `mail.bulk:${event}` }, async (text) => {
      const line = text.work.bulk.handedOver({ by: await readQuietName(text, scope.people, scope.team, user), count })
      const all = actionsBlock(button({ actionId: mailActionIds.openList, text: text.work.list.all }))
      return { text: line, blocks: [section(line), ...all] }
    })
  }
  for (const owner of new Set([...Object.values(formers), ...Object.values(snoozers)])) {
    const threads = Object.keys(act.outcomes).filter((id) => formers[id] === owner || snoozers[id] === owner)
    await notifyDirectly(scope, { to: owner, opId: `mail.bulk:${event}:${owner}` }, (text) =>
      buildTakenNotice(scope, text, { by: user, verb, to, owner, threads }),
    )
  }
}

async function notifyDirectly(
  { team, settings, languages, outbox }: DeskScope,
  { to, opId }: { to: string; opId: string },
  build: (text: MailText) => Promise<Message>,
): Promise<void> {
  const { level } = await readPersonalNotices(settings, team, to)
  if (level === 'nothing') return
  await outbox.postDirect({
    team,
    user: to,
    opId,
    message: await build(mailTextIn(await languages.ofPerson(team, to))),
  })
}
