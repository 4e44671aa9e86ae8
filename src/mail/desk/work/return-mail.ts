import { z } from 'zod'
import { DAY_MS } from '../../../core/clock.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import { isolateDirection } from '../../../core/isolate-direction.ts'
import { actionsBlock } from '../../../slack/blocks/block-builders.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import { mentionMessage, plainTextMessage } from '../../../slack/blocks/text-message.ts'
import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import type { CardKind } from '../../../slack/outbox/cards.ts'
import type { Feature } from '../../../slice.ts'
import { cardKinds } from '../../action-ids.ts'
import { type MailThread, threadLane } from '../../records/mail/mail-thread.ts'
import { noticeFailedThreadTask } from '../../notify/failed-task-notices.ts'
import { chooseNoticePlace } from '../../notify/notify-person.ts'
import { findThreadAnchor } from '../../notify/thread-anchor.ts'
import { withThreadLink } from '../../notify/thread-link.ts'
import type { DeskServices } from '../desk-services.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { buildThreadButtons } from '../../cards/action-buttons.ts'
import { changeThread } from '../../placement/threads/change-thread.ts'

/** The time of a snooze is up. Frozen. */
const wakeTask = taskKind('mail.wake', z.object({ team: z.string(), thread: z.string(), at: z.number() }))

const REMEMBER_MS = 3 * DAY_MS

/** Wakes a thread when its snooze ends; `at` tells which snooze. */
export async function sendWake(
  { queue, clock }: DeskServices,
  team: string,
  thread: string,
  { until, at }: { until: number; at: number },
): Promise<void> {
  const delayMs = Math.max(0, clock.scaled(until - clock.now()))
  await queue.send(wakeTask.of({ team, thread, at }), {
    id: `mail.wake:${team}:${thread}:${at}`,
    lane: threadLane(team, thread),
    delayMs,
    rememberMs: delayMs + REMEMBER_MS,
  })
}

/** Brings snoozed mail back when its time is up, and calls whoever snoozed it. */
export const returnedMailFeature = (services: DeskServices): Feature => ({
  tasks: [
    wakeTask.handler(
      ({ team, thread, at }) => wakeThread(services, team, thread, at),
      (task, failure) => noticeFailedThreadTask(services, task, failure),
    ),
  ],
  cards: [createReturnedCard(services)],
})

async function wakeThread(services: DeskServices, team: string, id: string, at: number): Promise<void> {
  const thread = await changeThread(services, team, id, (now) => {
    if (now.snooze?.at !== at) return undefined
    const { snooze, ...rest } = now
    return { ...rest, returned: { by: snooze.by, at } }
  })
  // Repeated after a crash, only what follows is missing.
  if (thread?.returned?.at === at) await announceReturn(services, team, id, thread)
}

const returnedRef = (team: string, id: string, at: number) => ({
  team,
  kind: cardKinds.returned,
  id,
  copy: String(at),
})

async function announceReturn(services: DeskServices, team: string, id: string, thread: MailThread): Promise<void> {
  const { by: user, at } = thread.returned ?? { by: '', at: 0 }
  const anchor = await findThreadAnchor(services, team, id)
  const place = await chooseNoticePlace(services, team, thread, { user, reason: 'concerns' })
  // A muted thread stays in its place.
  if (anchor) await services.cards.show(returnedRef(team, id, at), { ...anchor, isBroadcast: !thread.muted })
  if (place === 'direct' || (place && !anchor)) await tellDirectly(services, team, id, { user, at })
}

async function tellDirectly(
  services: DeskServices,
  team: string,
  id: string,
  { user, at }: { user: string; at: number },
): Promise<void> {
  const text = mailTextIn(await services.languages.ofPerson(team, user))
  const message = await buildReturned(text, services, team, id, user)
  if (!message) return undefined
  const linked = await withThreadLink(services, text, { team, id }, message)
  return services.outbox.postDirect({ team, user, opId: `mail.returned:${id}:${at}:direct`, message: linked })
}

/** `user`: who is called. */
async function buildReturned(
  text: MailText,
  { mailStore, people }: DeskServices,
  team: string,
  id: string,
  user: string | undefined,
): Promise<Message | undefined> {
  const thread = await mailStore.findThread(team, id)
  const mail = await mailStore.findMail(team, thread?.mails[0])
  if (!thread?.returned || !mail) return undefined
  const subject = isolateDirection(mail.subject || text.noSubject)
  const buttons = actionsBlock(...buildThreadButtons(text, ['claim', 'done', 'snooze'], thread, id))
  if (user !== undefined) return mentionMessage(user, text.work.returned(subject), buttons)
  const name = await readQuietName(text, people, team, thread.returned.by)
  const { text: plain, blocks } = plainTextMessage(text.work.returnedQuietly(name, subject))
  return { text: plain, blocks: [...blocks, ...buttons] }
}

/** Says in the channel that a mail is back. */
const createReturnedCard = (services: DeskServices): CardKind => ({
  kind: cardKinds.returned,
  render: async (team, id) => {
    const thread = await services.mailStore.findThread(team, id)
    if (!thread?.returned) return undefined
    const { by: user } = thread.returned
    const place = await chooseNoticePlace(services, team, thread, { user, reason: 'concerns' })
    const text = mailTextIn(await services.languages.ofWorkspace(team))
    return buildReturned(text, services, team, id, place === 'thread' ? user : undefined)
  },
  onLost: async (team, id, { copy }) => {
    const returned = (await services.mailStore.findThread(team, id))?.returned
    if (returned && copy === String(returned.at))
      await tellDirectly(services, team, id, { ...returned, user: returned.by })
  },
})
