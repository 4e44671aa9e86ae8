import { z } from 'zod'
import type { ScopedFeature } from '../../../scoped-feature.ts'
import { questionTimeMs, withinDeadline } from '../../../core/question-time.ts'
import { parseJson } from '../../../core/json.ts'
import type { View } from '../../../slack/blocks/slack-message.ts'
import { isolateDirection } from '../../../core/isolate-direction.ts'
import { contextBlock, plainText } from '../../../slack/blocks/block-builders.ts'
import { truncate } from '../../../slack/blocks/mrkdwn.ts'
import type { Mail } from '../../records/mail/mail.ts'
import { datePicker, inputBlock, modal, staticSelect, timePicker } from '../../../slack/blocks/form-fields.ts'
import type { Action, OpenView, Submission, SubmissionAnswer } from '../../../slack/inbound/listeners.ts'
import { selectedValue } from '../../../slack/inbound/view-state.ts'
import { buildMailAct } from '../../access/mail-acts.ts'
import { mailActionIds, mailCallbackIds, type MailTarget } from '../../action-ids.ts'
import type { ThreadAction } from '../../records/mail/thread-actions.ts'
import { actLocationSchema, checkActLocation, toActLocation } from '../../tasks/act-location.ts'
import { findOwnZone } from '../../notify/own-zone.ts'
import { refuseClick, replyToClick } from '../../notify/requester-reply.ts'
import type { DeskScope } from '../desk-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { buildMailHandOverModal, findColleagues, handOverFields, HAND_OVER_NOTE_CHARS } from './hand-over-form.ts'
import { findPickedTime, isSnoozable, listSnoozeTimes, type SnoozeChoice, snoozeChoices } from './snooze-times.ts'
import { findTakerProblem } from './taker-problem.ts'
import { sendThreadAct } from './thread-act-task.ts'

/** Block and action ids of the fields; frozen. */
const fields = { when: 'mail.snooze_when', day: 'day', time: 'time' } as const

const SUBJECT_CHARS = 150

/** Validated, because the client returns the state and can send anything. */
const formSchema = actLocationSchema.extend({
  thread: z.string().min(1),
  /** Names the mail, for the person who opened the form. */
  about: z.string().exactOptional(),
  /** The newest mail that the person had before them. */
  seen: z.string().exactOptional(),
  /** The time zone in which the form was filled in. */
  zone: z.string().exactOptional(),
  /** Whether the time zone is the person's own. */
  isOwnZone: z.boolean().exactOptional(),
  /** The clock on which times are written. */
  clock: z.enum(['h12', 'h23']).exactOptional(),
})
type FormState = z.infer<typeof formSchema>

/** The forms for acts that need more than a click: the end of a snooze, and the new owner. */
export const workFormsFeature: ScopedFeature<DeskScope> = {
  listen(slack) {
    slack.action(fields.when, showPicker)
    slack.action(new RegExp(`^${mailActionIds.assignTo}:`), assignToColleague)
    slack.submit(mailCallbackIds.snooze, submitSnooze)
    slack.submit(mailCallbackIds.handOver, submitHandOver)
  },
}

/** Opens the form of an act, for a person who may do it. */
export async function openWorkForm(
  scope: DeskScope,
  { verb }: ThreadAction,
  action: Action,
  { thread: id, mail: seen }: MailTarget,
): Promise<void> {
  const { team, user, eventId, message } = action
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const thread = await scope.mailStore.findThread(id)
  const key = thread?.mails[0]
  const mail = await scope.mailStore.findMail(key)
  if (!thread || !key || !mail) return replyToClick(scope, action, text.forms.gone)
  const actor = { team, user, opId: `mail.form:${eventId}`, channel: message?.channel, threadTs: message?.threadTs }
  const act = await buildMailAct(scope, actor, { action: 'mail.reply', verb }, { key, mail })
  const permission = await scope.authorizer.ask(act, { withinMs: questionTimeMs() })
  if (permission.is !== 'allowed') return refuseClick(scope, action, permission.message)
  const state: FormState = {
    thread: id,
    ...toActLocation(action),
    ...(seen !== undefined && { seen }),
    about: describeMail(text, mail),
  }
  const view =
    verb === 'snooze'
      ? await openSnooze(scope, action, text, state)
      : buildMailHandOverModal(text, state, await findColleagues(scope, text, { user, thread }))
  return scope.views.push(action, view)
}

/** The sender and the subject in one line. */
const describeMail = (text: MailText, { from, subject }: Mail): string =>
  `${from.name ?? from.address} · ${isolateDirection(truncate(subject || text.noSubject, SUBJECT_CHARS))}`

async function openSnooze(scope: DeskScope, action: Action, text: MailText, location: FormState): Promise<View> {
  const { zone, isOwn, clock } = await findOwnZone(scope, action.user)
  return buildSnoozeModal(text, { ...location, zone, isOwnZone: isOwn, clock }, scope.clock.now())
}

/** Builds the form for a snooze. Day and time are fields only while a custom time is chosen. */
function buildSnoozeModal(
  { work: { forms: words }, formats }: MailText,
  state: FormState,
  now: number,
  chosen?: SnoozeChoice,
): View {
  const choices = listSnoozeTimes(now, state.zone).map(({ choice, at }) => ({
    text:
      choice === 'pick' || at === undefined
        ? words.times.pick
        : words.times[choice]({ clock: formats.time(at, state.zone, state.clock) }),
    value: choice,
  }))
  return modal({
    callbackId: mailCallbackIds.snooze,
    title: words.snoozeTitle,
    submit: words.snooze,
    close: words.cancel,
    privateMetadata: JSON.stringify(state),
    blocks: [
      ...contextBlock(state.about !== undefined && plainText(state.about)),
      inputBlock(
        { blockId: fields.when, label: words.when, dispatch: true },
        staticSelect(fields.when, choices, chosen ?? choices[0]?.value),
      ),
      ...(chosen === 'pick'
        ? [
            inputBlock({ blockId: fields.day, label: words.day }, datePicker(fields.day, words.dayHint)),
            inputBlock({ blockId: fields.time, label: words.time }, timePicker(fields.time)),
          ]
        : []),
      ...contextBlock(words.snoozeHint({ zone: state.zone ?? 'UTC', isOwn: state.isOwnZone ?? true })),
    ],
  })
}

/** Shows or hides the fields for day and time. */
async function showPicker({ languages, views, clock }: DeskScope, { team, user, view }: Action): Promise<void> {
  const state = view?.callbackId === mailCallbackIds.snooze ? readState(view) : undefined
  if (!view || !state) return
  const text = mailTextIn(await languages.ofPerson(team, user))
  await views.update(team, view.id, buildSnoozeModal(text, state, clock.now(), readChoice(view)), view.hash)
}

function readState(view: OpenView): FormState | undefined {
  const state = formSchema.safeParse(parseJson(view.privateMetadata)).data
  return state && checkActLocation(state, view)
}

const readField = ({ values }: OpenView, name: string): string | undefined =>
  selectedValue(values[name]?.[name] ?? {}) || undefined

const readChoice = (view: OpenView): SnoozeChoice | undefined =>
  snoozeChoices.find((one) => one === readField(view, fields.when))

/** Returns the chosen time, or an error on the field with the problem. */
function readUntil(
  { work: { forms: words } }: MailText,
  view: OpenView,
  now: number,
  zone: string | undefined,
): { until: number } | { errors: Record<string, string> } {
  const choice = readChoice(view)
  const picked = { day: readField(view, fields.day), time: readField(view, fields.time) }
  const isPicked = choice === 'pick'
  const until = isPicked
    ? findPickedTime(now, zone, picked)
    : listSnoozeTimes(now, zone).find((one) => one.choice === choice)?.at
  // A form submitted before its fields appeared has only the choice.
  const field = !isPicked || view.values[fields.day] === undefined ? fields.when : picked.day ? fields.time : fields.day
  if (until === undefined) return { errors: { [field]: isPicked ? words.pickBoth : words.past } }
  if (!isSnoozable(now, until))
    return { errors: { [isPicked ? fields.day : fields.when]: until > now ? words.tooFar : words.past } }
  return { until }
}

async function submitSnooze(scope: DeskScope, submission: Submission): Promise<SubmissionAnswer> {
  const { team, user, view } = submission
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const state = readState(view)
  if (!state) return { errors: { [fields.when]: text.forms.gone } }
  const read = readUntil(text, view, scope.clock.now(), state.zone)
  if ('errors' in read) return read
  return sendFromForm(scope, submission, state, { verb: 'snooze', until: read.until })
}

async function submitHandOver(scope: DeskScope, submission: Submission): Promise<SubmissionAnswer> {
  const { team, user, view } = submission
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const to = readField(view, handOverFields.person)
  const problem = await handOverFromForm(scope, { team, user, view }, text, to)
  return problem === undefined ? undefined : { errors: { [handOverFields.person]: problem } }
}

/** Assigns the mail by the button of a colleague. The form stays open: the task shows the result there. */
async function assignToColleague(scope: DeskScope, { team, user, view, value }: Action): Promise<void> {
  if (view?.callbackId !== mailCallbackIds.handOver) return
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const problem = await handOverFromForm(scope, { team, user, view }, text, value, view.id)
  const state = problem === undefined ? undefined : readState(view)
  if (!state) return
  const thread = await scope.mailStore.findThread(state.thread)
  const colleagues = thread ? await findColleagues(scope, text, { user, thread }) : []
  await scope.views.update(team, view.id, buildMailHandOverModal(text, state, colleagues, problem), view.hash)
}

/** Sends the act, unless there is a problem with the person: then returns it in words. */
async function handOverFromForm(
  scope: DeskScope,
  { team, user, view }: Pick<Submission, 'team' | 'user' | 'view'>,
  text: MailText,
  to: string | undefined,
  form?: string,
): Promise<string | undefined> {
  const state = readState(view)
  const thread = state && (await scope.mailStore.findThread(state.thread))
  if (!thread || !to) return text.forms.gone
  const problem = await withinDeadline(findTakerProblem(scope, to, thread))
  if (problem) return text.work.forms[problem]
  const note =
    view.values[handOverFields.note]?.[handOverFields.note]?.value?.trim().slice(0, HAND_OVER_NOTE_CHARS) ?? ''
  const what = { verb: 'hand_over', to, ...(note !== '' && { note }), ...(form !== undefined && { form }) } as const
  await sendFromForm(scope, { team, user, view }, state, what)
  return undefined
}

async function sendFromForm(
  { queue, records, keyedHash }: DeskScope,
  { team, user, view }: Pick<Submission, 'team' | 'user' | 'view'>,
  state: FormState,
  what: { verb: 'snooze'; until: number } | { verb: 'hand_over'; to: string; note?: string; form?: string },
): Promise<void> {
  const { thread, zone: _, isOwnZone: __, clock: ___, about: ____, ...location } = state
  const content =
    'to' in what ? [what.to, what.note && keyedHash('note', what.note)].filter(Boolean).join(' ') : `${what.until}`
  const event = await records.formSubmissions.name(view.id, content)
  await sendThreadAct(queue, { team, user, thread, event, ...what, ...location })
}
