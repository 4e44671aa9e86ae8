import type { Clock } from '../../core/clock.ts'
import type { Json } from '../../core/json.ts'
import type { Cards } from '../../slack/outbox/cards.ts'
import { findMentions } from '../../slack/blocks/decode-text.ts'
import { slackToMail } from '../content/slack-to-mail.ts'
import { replyTask } from './reply-task.ts'
import type { People } from '../../slack/directory/people.ts'
import type { KeyedHash } from '../../store/keyed-hash.ts'
import { cardKinds } from '../action-ids.ts'
import { buildReply, type Reply } from '../model/reply.ts'
import type { Tell } from '../notes.ts'
import type { AccessPolicy } from '../../access/access-policy.ts'
import type { Placement } from '../thread/post-mail.ts'
import type { Contacts } from '../model/contacts.ts'
import type { MailRoutes } from '../model/mail-routes.ts'
import { formTexts } from '../text/en-forms.ts'
import type { MailDeaths } from '../notify/failed-task-notices.ts'
import type { MailStore } from '../model/mail-store.ts'
import { withReply } from '../model/mail-thread.ts'
import type { ReplyStore } from '../model/reply-store.ts'

export interface ReplyDeps {
  bag: MailStore
  outgoing: ReplyStore
  routes: MailRoutes
  known: Contacts
  permission: AccessPolicy
  placement: Placement
  people: People
  cards: Cards
  clock: Clock
  fingerprint: KeyedHash
  tell: Tell
  send: (team: string, reply: string, user: string, options?: { delayMs?: number }) => Promise<void>
  deaths: MailDeaths
}

/** Makes a reply out of what a person sent off: stored whole with its key, shown in the thread, and held for its writer to think again. */
export function replying(deps: ReplyDeps) {
  const { bag, outgoing, routes, known, placement, people, cards, clock, fingerprint } = deps

  async function show(team: string, id: string, letter: Reply): Promise<void> {
    await bag
      .threads(team)
      .update(letter.thread, (thread) => thread && withReply(thread, { id, user: letter.user, at: letter.at }))
    await placement.showReply(team, letter.thread, id)
    await cards.refresh({ team, kind: cardKinds.threadHead, id: letter.thread })
  }

  async function replace(team: string, old: string | undefined, by: string): Promise<void> {
    if (old === undefined) return
    await outgoing
      .replies(team)
      .update(old, (letter) => (letter && letter.again === undefined ? { ...letter, again: by } : undefined))
    await cards.refresh({ team, kind: cardKinds.reply, id: old })
  }

  async function words(team: string, written: Json) {
    const names = await people.names(team, findMentions('', written))
    return slackToMail(written, names)
  }

  const task = replyTask.handler(async ({ team, user, form, thread, mail: key, instead, ...letter }) => {
    const mail = (await bag.mails(team).get(key))?.value
    const isAllowed = await deps.permission.mayAct(team, user)
    if (!mail || !isAllowed) {
      const to = { team, user, opId: `mail.reply:${form}`, channel: '' }
      return deps.tell(to, isAllowed ? formTexts.gone : formTexts.membersOnly)
    }
    const { name: userName } = await people.person(team, user)
    const { inboxId, messageId } = mail
    const id = fingerprint('reply', form)
    const holdMs = clock.scaled(await routes.holdMs(team, inboxId))
    const now = clock.now()
    const made = await words(team, letter.written)
    const content = { ...letter, ...made, thread, mail: key, inboxId, messageId, user, userName }
    const fresh = buildReply(id, content, now, holdMs > 0 ? holdMs : undefined)
    const stored = (await outgoing.replies(team).update(id, (one) => (one ? undefined : fresh))) ?? fresh
    await known.meet(team, inboxId, [...stored.to, ...stored.cc, ...stored.bcc], id)
    // The timer starts before anything is shown: a hold that is seen is a hold that ends.
    await deps.send(team, id, user, { delayMs: Math.max(0, stored.dueAt - now) })
    await show(team, id, stored)
    await replace(team, instead, id)
  }, deps.deaths.reply)

  const againId = (old: string): string => fingerprint('reply', 'again', old)

  return {
    task,
    againId,

    /** The same mail under a new key, because a person said so: the first one may have left, too. */
    repeat: async (team: string, old: string, letter: Reply): Promise<void> => {
      const id = againId(old)
      const fresh = buildReply(id, letter, clock.now())
      await outgoing.replies(team).update(id, (one) => (one ? undefined : fresh))
      await deps.send(team, id, letter.user)
      await show(team, id, fresh)
      await replace(team, old, id)
    },
  }
}
