import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../../core/clock.ts'
import type { Json } from '../../core/json.ts'
import type { Queue } from '../../queue/queue.ts'
import type { Action, OpenView, Submission, SubmissionAnswer } from '../../slack/inbound/listeners.ts'
import type { RichTextBlock, View } from '../../slack/blocks/slack-message.ts'
import type { Views } from '../../slack/api/slack-views.ts'
import type { KeyedHash } from '../../store/keyed-hash.ts'
import { type Address, parseTypedAddresses, uniqueAddresses, displayAddress } from '../model/address.ts'
import type { AccessPolicy } from '../../access/access-policy.ts'
import { excerptMail } from '../content/mail-preview.ts'
import type { Pressed, Refuse } from '../notes.ts'
import { type Contacts } from '../model/contacts.ts'
import type { MailRoutes } from '../model/mail-routes.ts'
import { actionIds, type MailTarget } from '../action-ids.ts'
import { formTexts as say } from '../text/en-forms.ts'
import type { MailStore } from '../model/mail-store.ts'
import type { ReplyStore } from '../model/reply-store.ts'
import { deriveDeliveryStatus } from '../model/delivery-status.ts'
import { blockIds, fieldIds, type ReplyFormState, type ReplyFormOptions, buildReplyModal } from './reply-modal.ts'
import { replyRecipients } from './reply-recipients.ts'
import { readRichText } from '../content/slack-to-mail.ts'
import { replyTask } from '../reply/reply-task.ts'

const GIST_CHARS = 200
const COLLEAGUE_MS = 10 * 60_000

export interface FormDeps {
  bag: MailStore
  outgoing: ReplyStore
  routes: MailRoutes
  known: Contacts
  permission: AccessPolicy
  queue: Queue
  views: Views
  clock: Clock
  fingerprint: KeyedHash
  refuse: Refuse
}

type Typed = { to: Address[]; cc: Address[]; bcc: Address[]; unreadable: Record<string, string> }

/** The reply form: opened from the records alone, checked when it is sent, and sent as one task. */
export function replyForms(deps: FormDeps) {
  const { bag, outgoing, routes, known, permission, clock, fingerprint, views } = deps

  const warnedOf = (strangers: string[]): string =>
    fingerprint('strangers', ...strangers.map((one) => one.toLowerCase()).sort())

  async function load(team: string, { thread: id, mail }: MailTarget) {
    const thread = (await bag.threads(team).get(id))?.value
    const newest = thread?.mails.at(-1)
    const key = mail ?? newest
    const found = key && (await bag.mails(team).get(key))?.value
    return thread && newest && key && found ? { thread, newest, key, mail: found } : undefined
  }

  /** What somebody else has just answered. */
  async function colleague(team: string, user: string, replies: { id: string; user: string; at: number }[]) {
    const last = replies.findLast((one) => one.user !== user && clock.now() - one.at < COLLEAGUE_MS)
    const letter = last && (await outgoing.replies(team).get(last.id))?.value
    if (!letter || ['cancelled', 'dropped', 'failed'].includes(letter.state)) return undefined
    const { userName, state, at: written, sentAt = written } = letter
    return { id: last.id, notice: say.colleague(userName, clock.now() - sentAt, state !== 'held') }
  }

  async function answersEarlier(team: string, newest: string): Promise<string[]> {
    const mail = (await bag.mails(team).get(newest))?.value
    return mail ? [say.answersEarlier(displayAddress(mail.from), excerptMail(mail, GIST_CHARS))] : []
  }

  type Filled = Pick<ReplyFormOptions, 'to' | 'cc' | 'bcc' | 'written' | 'notices'> & {
    instead?: string
    /** A notice names the newest mail already. */
    namesNewest?: boolean
  }

  /** The form as it should look for this mail now; undefined when the mail is gone. */
  async function build(
    team: string,
    user: string,
    place: MailTarget,
    fill: (mail: NonNullable<Awaited<ReturnType<typeof load>>>) => Filled,
  ): Promise<View | undefined> {
    const found = await load(team, place)
    if (!found) return undefined
    const { mail, thread, newest, key } = found
    const { instead, notices, namesNewest, ...filled } = fill(found)
    const strangers = await known.strangers(team, mail.inboxId, [...filled.to, ...filled.cc, ...filled.bcc])
    const other = await colleague(team, user, thread.replies)
    return buildReplyModal({
      memory: {
        thread: mail.thread,
        mail: key,
        newest,
        warned: warnedOf(strangers),
        ...(other && { colleague: other.id }),
        ...(instead && { instead }),
      },
      inboxId: mail.inboxId,
      subject: mail.subject,
      ...filled,
      strangers,
      holdMs: await routes.holdMs(team, mail.inboxId),
      notices: [
        ...notices,
        ...(key === newest || namesNewest ? [] : await answersEarlier(team, newest)),
        ...(other ? [other.notice] : []),
      ],
    })
  }

  async function openView(action: Pressed, view: View | undefined): Promise<void> {
    if (view) await views.open(action.team, action.triggerId, view)
    else await deps.refuse(action, say.gone)
  }

  async function allowed(action: Pressed): Promise<boolean> {
    if ((await permission.mayActSoon(action.team, action.user)) !== false) return true
    await deps.refuse(action, say.membersOnly)
    return false
  }

  const addressesIn = (view: OpenView): Typed => {
    const read = (id: 'to' | 'cc' | 'bcc') =>
      parseTypedAddresses(view.values[id]?.[`${actionIds.recipients}:${id}`]?.value ?? '')
    const found = { to: read('to'), cc: read('cc'), bcc: read('bcc') }
    const unreadable = Object.entries(found).flatMap(([id, { unreadable: parts }]) =>
      parts.length > 0 ? [[id, say.notAddress(parts)] as const] : [],
    )
    return {
      to: found.to.addresses,
      cc: found.cc.addresses,
      bcc: found.bcc.addresses,
      unreadable: Object.fromEntries(unreadable),
    }
  }

  /** The same form with what the person has typed so far. */
  async function again(
    team: string,
    user: string,
    view: OpenView,
    memory: ReplyFormState,
    { notices = [], namesNewest = false }: { notices?: string[]; namesNewest?: boolean } = {},
  ) {
    const { to, cc, bcc } = addressesIn(view)
    const written = readRichText(view.values[blockIds.text]?.[fieldIds.text]?.rich_text_value)
    const instead = memory.instead && { instead: memory.instead }
    return build(team, user, memory, () => ({ to, cc, bcc, written, notices, namesNewest, ...instead }))
  }

  /** A mail that came while the form was open, and that its writer has not been told of. */
  async function newer(team: string, memory: ReplyFormState): Promise<string | undefined> {
    const newest = (await bag.threads(team).get(memory.thread))?.value.mails.at(-1)
    if (newest === undefined || newest === memory.newest) return undefined
    const mail = (await bag.mails(team).get(newest))?.value
    return mail && say.newer(displayAddress(mail.from), excerptMail(mail, GIST_CHARS))
  }

  return {
    open: async (action: Pressed, place: MailTarget, isToAll: boolean, written?: RichTextBlock): Promise<void> => {
      if (!(await allowed(action))) return
      const view = await build(action.team, action.user, place, ({ mail }) => ({
        ...replyRecipients(mail, isToAll),
        bcc: [],
        notices: [],
        written,
      }))
      await openView(action, view)
    },

    /** Edit and send again: as it was written; after a bounce only to those whom it did not reach. */
    edit: async (action: Pressed, reply: string): Promise<void> => {
      const { team } = action
      if (!(await allowed(action))) return
      const letter = (await outgoing.replies(team).get(reply))?.value
      if (!letter) return deps.refuse(action, say.gone)
      const facts = letter.sentId ? await outgoing.facts(team, letter.inboxId, letter.sentId) : undefined
      const lost = facts ? deriveDeliveryStatus(letter, facts).bounced.map(({ address }) => address.toLowerCase()) : []
      const some = lost.length > 0
      const left = (list: Address[]) =>
        some ? list.filter(({ address }) => lost.includes(address.toLowerCase())) : list
      const view = await build(team, action.user, { thread: letter.thread, mail: letter.mail }, () => ({
        to: left(letter.to),
        cc: left(letter.cc),
        bcc: left(letter.bcc),
        written: readRichText(letter.written),
        notices: some ? [say.onlyBounced] : [],
        instead: reply,
      }))
      return openView(action, view)
    },

    /** The line about who gets it follows the fields. */
    retyped: async ({ team, user, view }: Action): Promise<void> => {
      const memory = view && memoryOf(view)
      if (!view || !memory) return
      const next = await again(team, user, view, memory)
      if (next) await views.update(team, view.id, next, view.hash)
    },

    submit: async ({ team, user, eventId, view }: Submission): Promise<SubmissionAnswer> => {
      const memory = memoryOf(view)
      if (!memory) return { errors: { [blockIds.text]: say.gone } }
      const { unreadable, ...lists } = addressesIn(view)
      const { to, cc, bcc } = withoutRepeats(lists)
      if (Object.keys(unreadable).length > 0) return { errors: unreadable }
      if (to.length + cc.length + bcc.length === 0) return { errors: { [blockIds.to]: say.nobody } }
      const written = readRichText(view.values[blockIds.text]?.[fieldIds.text]?.rich_text_value)
      const files = view.values[blockIds.files]?.[fieldIds.files]?.files ?? []
      if (!written && files.length === 0) return { errors: { [blockIds.text]: say.noText } }
      if ((await permission.mayActSoon(team, user)) === false) return { errors: { [blockIds.text]: say.membersOnly } }
      const found = await load(team, memory)
      if (!found) return { errors: { [blockIds.text]: say.gone } }
      const sent = files.map(({ id, name = id, size }) => ({ id, name, ...(size !== undefined && { size }) }))
      const letter = { to, cc, bcc, written: asJson(written ?? null), files: sent }
      // Sent off before, and only the answer came too late: what was changed must neither vanish nor go out beside the first one.
      const before = (await outgoing.replies(team).get(fingerprint('reply', eventId)))?.value
      if (before)
        return isDeepStrictEqual({ ...before, ...letter }, before)
          ? undefined
          : { errors: { [blockIds.text]: say.taken } }
      const news = await newer(team, memory)
      const strangers = await known.strangers(team, found.mail.inboxId, [...to, ...cc, ...bcc])
      const isWarned = strangers.length === 0 || warnedOf(strangers) === memory.warned
      const other = await colleague(team, user, found.thread.replies)
      if (news !== undefined || !isWarned || (other && other.id !== memory.colleague)) {
        const notices = [...(news === undefined ? [] : [news]), ...(isWarned ? [] : [say.strangers(strangers)])]
        const next = await again(team, user, view, memory, { notices, namesNewest: news !== undefined })
        return next ? { update: next } : { errors: { [blockIds.text]: say.gone } }
      }
      const { thread, mail, instead } = memory
      await deps.queue.send(
        replyTask.of({ team, user, form: eventId, thread, mail, ...letter, ...(instead && { instead }) }),
        { id: `mail.reply:${team}:${eventId}` },
      )
      return undefined
    },
  }
}

const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value))

function memoryOf({ privateMetadata }: OpenView): ReplyFormState | undefined {
  try {
    const memory: Partial<ReplyFormState> = JSON.parse(privateMetadata)
    const { thread, mail, newest = '', warned = '', colleague, instead } = memory
    if (!thread || !mail) return undefined
    return { thread, mail, newest, warned, ...(colleague && { colleague }), ...(instead && { instead }) }
  } catch {
    return undefined
  }
}

/** Nobody gets a mail twice: who stands in To is left out of Cc, and both out of Bcc. */
function withoutRepeats({ to, cc, bcc }: Record<'to' | 'cc' | 'bcc', Address[]>) {
  const seen = new Set<string>()
  const fresh = (list: Address[]) =>
    uniqueAddresses(list).filter(({ address }) => !seen.has(address.toLowerCase()) && seen.add(address.toLowerCase()))
  return { to: fresh(to), cc: fresh(cc), bcc: fresh(bcc) }
}
