import { textMessage } from '../../../slack/blocks/text-message.ts'
import { escapeMrkdwn, linkTo } from '../../../slack/blocks/mrkdwn.ts'
import { cardKinds } from '../../action-ids.ts'
import type { Mail } from '../../records/mail/mail.ts'
import { isLoop, MUTED_BY_LOOP, OUR_SIDE, withTurn } from '../../records/mail/mail-loop.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { alertAdmins } from '../../notify/admin-alerts.ts'
import { findThreadAnchor, threadHeadRef } from '../../notify/thread-anchor.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'

/** Counts a mail for loops: an automatic reply starts or continues a loop; any other mail ends it. */
export async function countAutomaticMail(
  scope: PlacementScope,
  key: string,
  { thread: id, kinds = [], from, at, isOwn }: Mail,
): Promise<void> {
  const { mailStore, keyedHash } = scope
  if (kinds.includes('auto_reply')) {
    const by = isOwn ? OUR_SIDE : keyedHash('loop', from.address.toLowerCase())
    return countTurn(scope, id, { by, mail: key, at })
  }
  await mailStore.threads.update(id, (now) => {
    if (now?.loop === undefined || now.mails.indexOf(key) < now.mails.length - 1) return undefined
    const { loop: _, ...rest } = now
    return rest
  })
}

/** Counts a mail that a program sent from our inbox. That alone is no loop, which begins with an automatic reply. */
export async function countAutomaticSend(scope: PlacementScope, id: string, mail: string): Promise<void> {
  const thread = await scope.mailStore.findThread(id)
  if (thread?.loop) await countTurn(scope, id, { by: OUR_SIDE, mail, at: scope.clock.now() })
}

/** Drops the turns before a person's last answer. */
const withoutAnswered = ({ loop, replies }: MailThread) => {
  const answeredAt = replies.at(-1)?.at ?? 0
  const turns = loop?.turns.filter(({ at }) => at > answeredAt) ?? []
  return turns.length === loop?.turns.length ? loop : { turns }
}

async function countTurn(
  scope: PlacementScope,
  id: string,
  turn: { by: string; mail: string; at: number },
): Promise<void> {
  const muted = { by: MUTED_BY_LOOP, at: scope.clock.now() }
  const thread = await scope.mailStore.threads.update(id, (now) => {
    if (!now) return undefined
    const loop = withTurn(withoutAnswered(now), turn)
    if (loop.noticedIn !== undefined || !isLoop(loop)) return { ...now, loop }
    return { ...now, loop: { ...loop, noticedIn: turn.mail }, muted: now.muted ?? muted }
  })
  // A repetition after a crash reports it under the same id.
  if (thread?.loop?.noticedIn === turn.mail) await reportLoop(scope, id, thread)
}

async function reportLoop(scope: PlacementScope, id: string, thread: MailThread): Promise<void> {
  const {
    team,
    outbox,
    languages,
    cards,
    slack: { conversations },
  } = scope
  const opId = `mail.loop:${id}:${thread.loop?.noticedIn ?? ''}`
  const inbox = escapeMrkdwn(thread.inboxId)
  // The card shows that the thread is muted, and can unmute it.
  await cards.refresh({ team, kind: cardKinds.threadHead, id })
  const anchor = await findThreadAnchor(scope, id)
  if (anchor) {
    const { loopNoticed } = mailTextIn(await languages.ofWorkspace(team))
    await outbox.post({ team, opId, message: textMessage(loopNoticed({ inbox })), ...anchor })
  }
  const head = await cards.findMessage(threadHeadRef(team, id, thread.placement.head))
  const url = head && (await conversations.permalink(team, head.channel, head.ts))
  await alertAdmins(scope, `${opId}:admins`, ({ alerts }) =>
    textMessage(url === undefined ? alerts.loop({ inbox }) : alerts.loopLinked({ inbox, link: linkTo(url) })),
  )
}
