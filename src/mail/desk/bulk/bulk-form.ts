import { z } from 'zod'
import type { ScopedFeature } from '../../../scoped-feature.ts'
import { parseJson } from '../../../core/json.ts'
import { isolateDirection } from '../../../core/isolate-direction.ts'
import { questionTimeMs, withinDeadline } from '../../../core/question-time.ts'
import { contextBlock } from '../../../slack/blocks/block-builders.ts'
import { checkboxes, inputBlock, modal, staticSelect, userSelect } from '../../../slack/blocks/form-fields.ts'
import type { MessageBlock, View } from '../../../slack/blocks/slack-message.ts'
import type { Action, OpenView, Submission, SubmissionAnswer } from '../../../slack/inbound/listeners.ts'
import { selectedValue, selectedValues } from '../../../slack/inbound/view-state.ts'
import { buildMailAct } from '../../access/mail-acts.ts'
import { mailActionIds, mailCallbackIds } from '../../action-ids.ts'
import { nameSentBy } from '../../cards/mail-people.ts'
import { refuseClick } from '../../notify/requester-reply.ts'
import { createReaderCheck } from '../../access/channel-readers.ts'
import { parseDigestValue } from '../../records/mail/digest.ts'
import { findReaderChannel } from '../../records/mail/placement.ts'
import { plainTextMessage } from '../../../slack/blocks/text-message.ts'
import { actLocationSchema, checkActLocation, toActLocation } from '../../tasks/act-location.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import type { DeskScope } from '../desk-scope.ts'
import { parseList, readListedIds } from '../work/work-list.ts'
import { type BulkVerb, bulkVerbs } from '../work/bulk-record.ts'
import { BULK_THREADS, type BulkChoice, groupBySender, readBulkChoices, readFirstWords } from './bulk-source.ts'
import { sendBulkAct } from './bulk-task.ts'

/** Block and action ids of the fields; `mails` is followed by a number. Frozen. */
const fields = {
  act: 'mail.bulk_act',
  person: 'mail.bulk_person',
  whole: 'mail.bulk_whole',
  mails: 'mail.bulk_mails',
} as const
/** The value that chooses every thread; frozen. */
const ALL = 'all'
/** Precedes the thread whose sender's threads are all chosen; frozen. */
const FROM = 'from:'
const PER_FIELD = 10
/** With the box for all, as many as Slack shows in one field. */
const SENDERS_MAX = PER_FIELD - 1

/** Validated, because the client returns the state and can send anything. */
const formSchema = z.object({
  ids: z.array(z.string().min(1)).max(BULK_THREADS),
  /** The places in `ids` of the threads that others had claimed when the form was opened. */
  claimed: z.array(z.int()).exactOptional(),
  /** When the form was opened. */
  at: z.number().exactOptional(),
  location: actLocationSchema,
})
type FormState = z.infer<typeof formSchema>

/** The form that does one act on several mail threads, opened from a list or a digest. */
export const bulkFormFeature: ScopedFeature<DeskScope> = {
  listen(slack) {
    slack.action(mailActionIds.bulk, openBulkForm)
    slack.action(fields.act, redrawForm)
    slack.submit(mailCallbackIds.bulk, submitBulk)
  },
}

/** The threads of the digest or the list that the button names. */
async function findIds(scope: DeskScope, { user, value = '', message }: Action): Promise<string[]> {
  const named = parseDigestValue(value)
  if (named === undefined) {
    const list = parseList(value)
    return list ? readListedIds(scope, user, list, BULK_THREADS) : []
  }
  const digest = (await scope.placement.digestStore.digests.get(named))?.value
  // The value is a claim: another channel's list is not opened from here.
  if (!digest || digest.kind === 'quarantine' || digest.channel !== message?.channel) return []
  const listed = digest.lines.flatMap(({ threads }) => threads).filter(({ isDone }) => !isDone)
  const newestFirst = listed.toSorted((one, other) => other.at - one.at)
  return newestFirst.slice(0, BULK_THREADS).map(({ thread }) => thread)
}

async function openBulkForm(scope: DeskScope, action: Action): Promise<void> {
  const { team, user, eventId, message } = action
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  // Before the emails are read: what comes while they are is not shown.
  const at = scope.clock.now()
  const choices = await readReadable(scope, user, await findIds(scope, action))
  const [first] = choices
  if (!first) return refuseClick(scope, action, plainTextMessage(text.work.bulk.nothing))
  const actor = { team, user, opId: `mail.form:${eventId}`, channel: message?.channel, threadTs: message?.threadTs }
  const act = await buildMailAct(scope, actor, { action: 'mail.reply', verb: 'done' }, first)
  const permission = await scope.authorizer.ask(act, { withinMs: questionTimeMs() })
  if (permission.is !== 'allowed') return refuseClick(scope, action, permission.message)
  const claimed = choices.flatMap(({ thread: { owner } }, index) => (owner && owner.user !== user ? index : []))
  const state: FormState = {
    ids: choices.map(({ id }) => id),
    ...(claimed.length > 0 && { claimed }),
    at,
    location: toActLocation(action),
  }
  await scope.views.push(action, buildBulkModal(text, state, choices))
}

/** Shows the field for a person while the act is a hand-over. */
async function redrawForm(scope: DeskScope, { team, user, view }: Action): Promise<void> {
  const state = view?.callbackId === mailCallbackIds.bulk ? readState(view) : undefined
  if (!view || !state) return
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const choices = await readReadable(scope, user, state.ids)
  await scope.views.update(team, view.id, buildBulkModal(text, state, choices, readVerb(view)), view.hash)
}

/** Reads the threads that the person may read: a client can name others. */
async function readReadable(scope: DeskScope, user: string, ids: string[]): Promise<BulkChoice[]> {
  const choices = await readBulkChoices(scope, ids)
  const isReader = createReaderCheck(scope, user)
  const readable: BulkChoice[] = []
  for (const choice of choices) {
    const channel = findReaderChannel(choice.thread)
    if (channel !== undefined && (await isReader(channel))) readable.push(choice)
  }
  return readable
}

/** Whether no one else had claimed a thread when the form was opened. */
const isFree =
  ({ ids, claimed = [] }: FormState) =>
  ({ id }: Pick<BulkChoice, 'id'>): boolean =>
    !claimed.includes(ids.indexOf(id))

function buildBulkModal(text: MailText, state: FormState, choices: BulkChoice[], verb: BulkVerb = 'done'): View {
  const words = text.work.bulk
  const acts = bulkVerbs.map((one) => ({ text: words.acts[one], value: one }))
  const parts = Array.from({ length: Math.ceil(choices.length / PER_FIELD) }, (_, part) =>
    choices.slice(part * PER_FIELD, (part + 1) * PER_FIELD),
  )
  return modal({
    callbackId: mailCallbackIds.bulk,
    title: words.title,
    submit: words.submit,
    close: text.work.forms.cancel,
    privateMetadata: JSON.stringify(state),
    blocks: [
      inputBlock({ blockId: fields.act, label: words.act, dispatch: true }, staticSelect(fields.act, acts, verb)),
      ...(verb === 'hand_over'
        ? [
            inputBlock(
              { blockId: fields.person, label: text.work.forms.person },
              userSelect(fields.person, words.choosePerson),
            ),
          ]
        : []),
      ...buildWhole(text, choices.filter(isFree(state)), choices.length),
      ...parts.map((part, index) =>
        inputBlock(
          {
            blockId: `${fields.mails}:${index}`,
            label: words.mails({ first: index * PER_FIELD + 1, last: index * PER_FIELD + part.length }),
            optional: true,
          },
          checkboxes(
            `${fields.mails}:${index}`,
            part.map((one) => nameChoice(text, one, isFree(state)(one))),
          ),
        ),
      ),
      ...contextBlock(choices.length === BULK_THREADS && words.most({ most: BULK_THREADS })),
    ],
  })
}

/** The boxes that choose everything, or all of one sender, of the emails that no one else has claimed. */
function buildWhole(text: MailText, choices: BulkChoice[], total: number): MessageBlock[] {
  const words = text.work.bulk
  if (choices.length < 2) return []
  const groups = groupBySender(choices)
  const senders = groups.slice(0, SENDERS_MAX).flatMap((group) => {
    const [first] = group
    if (!first || group.length === choices.length) return []
    return {
      text: nameSentBy(text, first.mail),
      value: `${FROM}${first.id}`,
      description: words.all({ count: group.length }),
    }
  })
  const count = choices.length
  const all = count < total ? words.allFree({ count }) : words.all({ count })
  const boxes = [{ text: all, value: ALL }, ...senders]
  return [
    inputBlock({ blockId: fields.whole, label: words.several, optional: true }, checkboxes(fields.whole, boxes)),
    ...contextBlock(groups.length > SENDERS_MAX && words.moreSenders),
  ]
}

const nameChoice = (text: MailText, { id, mail }: BulkChoice, isFree: boolean) => ({
  text: isolateDirection(mail.subject || text.noSubject),
  value: id,
  description: [!isFree && text.work.bulk.claimed, nameSentBy(text, mail), readFirstWords(mail)]
    .filter(Boolean)
    .join(' · '),
})

function readState(view: OpenView): FormState | undefined {
  const state = formSchema.safeParse(parseJson(view.privateMetadata)).data
  return state && { ...state, location: checkActLocation(state.location, view) }
}

const readVerb = ({ values }: OpenView): BulkVerb | undefined =>
  bulkVerbs.find((one) => one === selectedValue(values[fields.act]?.[fields.act] ?? {}))

/**
 * The ids of the threads that are checked one by one, with a sender, or all together. A sender's and all leave out what others had claimed. What
 * changed since the form was opened is left to the act, which names it in the result.
 */
async function findChosen(scope: DeskScope, { values }: OpenView, state: FormState): Promise<string[]> {
  const checked = new Set(
    Object.values(values).flatMap((field) => Object.values(field).flatMap((one) => selectedValues(one) ?? [])),
  )
  const isBySender = [...checked].some((one) => one.startsWith(FROM))
  const choices = isBySender ? await readBulkChoices(scope, state.ids) : []
  const senders = new Set(
    choices.filter(({ id }) => checked.has(`${FROM}${id}`)).map(({ mail }) => mail.from.address.toLowerCase()),
  )
  const ofSenders = new Set(
    choices.filter(({ mail }) => senders.has(mail.from.address.toLowerCase())).map(({ id }) => id),
  )
  return state.ids.filter((id) => checked.has(id) || (isFree(state)({ id }) && (checked.has(ALL) || ofSenders.has(id))))
}

async function submitBulk(scope: DeskScope, submission: Submission): Promise<SubmissionAnswer> {
  const { team, user, view } = submission
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const state = readState(view)
  const verb = readVerb(view)
  if (!state || !verb) return { errors: { [fields.act]: text.forms.gone } }
  const to = verb === 'hand_over' ? selectedValue(view.values[fields.person]?.[fields.person] ?? {}) : undefined
  // A form that was sent before the field appeared has none.
  if (verb === 'hand_over' && !to)
    return { errors: { [to === undefined ? fields.act : fields.person]: text.work.bulk.choosePerson } }
  if (to && (await withinDeadline(scope.access.mayUse(team, to))) === false)
    return { errors: { [fields.person]: text.work.forms.outsider } }
  const threads = await findChosen(scope, view, state)
  if (threads.length === 0) return { errors: { [`${fields.mails}:0`]: text.work.bulk.none } }
  const event = await scope.records.formSubmissions.name(view.id, scope.keyedHash('bulk', verb, to ?? '', ...threads))
  const seen = state.at === undefined ? {} : { seenAt: state.at }
  await sendBulkAct(scope.queue, { team, user, verb, event, threads, ...seen, ...(to && { to }), ...state.location })
}
