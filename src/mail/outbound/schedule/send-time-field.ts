import { contextBlock, plainText } from '../../../slack/blocks/block-builders.ts'
import { datePicker, inputBlock, staticSelect, timePicker } from '../../../slack/blocks/form-fields.ts'
import type { MessageBlock } from '../../../slack/blocks/slack-message.ts'
import type { OpenView } from '../../../slack/inbound/listeners.ts'
import { selectedValue } from '../../../slack/inbound/view-state.ts'
import { toZoned } from '../../../core/zoned-time.ts'
import { findPickedMoment, findTimeProblem, findTomorrowMorning, MAX_DAYS_AHEAD } from './send-times.ts'
import type { MailText } from '../../text/mail-text.ts'
import { describeOwnTime, describeTheirTime, nameOffset } from '../../text/outbound/send-time-sentences.ts'

/** Action ids of the fields in one form, which are their block ids too; frozen. */
export interface SendTimeIds {
  when: string
  day: string
  hour: string
}

/** The time zones that a form knows. */
export interface SendZones {
  /** `isOwn`: it is the person's, not the workspace's. */
  own: { zone: string; isOwn: boolean }
  /** What a recipient's clock was ahead of UTC when they wrote last. */
  theirs?: { offset: string; address: string; at: number } | undefined
}

/** The choices of the menu; frozen: open forms carry them. */
const choices = ['now', 'own', 'theirs', 'pick'] as const
type SendChoice = (typeof choices)[number]

/** What is chosen, for a form that is shown anew. */
export interface SendTimeChoice {
  choice: SendChoice
  day?: string | undefined
  time?: string | undefined
}

/** What the fields show. */
export interface SendTimeOptions {
  zones: SendZones
  now: number
  chosen: SendTimeChoice
  /** It may leave at once. */
  canBeNow: boolean
}

const PICKED: SendChoice = 'pick'

const readField = ({ values }: OpenView, id: string): string | undefined => selectedValue(values[id]?.[id] ?? {})

/** What somebody has chosen so far. */
export function readSendChoice(ids: SendTimeIds, view: OpenView): SendTimeChoice | undefined {
  const [name] = (readField(view, ids.when) ?? '').split('|')
  const choice = choices.find((one) => one === name)
  return choice && { choice, day: readField(view, ids.day), time: readField(view, ids.hour) }
}

/** What is chosen, for a draft. Frozen: records contain it. */
export const formatSendChoice = ({ choice, day = '', time = '' }: SendTimeChoice): string => `${choice}|${day}|${time}`

/** The same again; undefined for what no version writes. */
export function parseSendChoice(text: string): SendTimeChoice | undefined {
  const [name, day, time] = text.split('|')
  const choice = choices.find((one) => one === name)
  return choice && { choice, ...(day && { day }), ...(time && { time }) }
}

/** A moment as if somebody had picked it. */
export function chooseMoment({ own: { zone } }: SendZones, at: number): SendTimeChoice {
  const zoned = toZoned(at, zone)
  const time = zoned.toPlainTime().toString({ smallestUnit: 'minute' })
  return { choice: PICKED, day: zoned.toPlainDate().toString(), time }
}

/** The fields that ask when a mail leaves, and what that is on both sides. The day and the time are fields only while a time of one's own is chosen. */
export function buildSendTime(
  text: MailText,
  ids: SendTimeIds,
  { zones, now, chosen, canBeNow }: SendTimeOptions,
): MessageBlock[] {
  const { form: say } = text.schedule
  const { own, theirs } = zones
  const tomorrow = {
    own: findTomorrowMorning(now, own.zone),
    theirs: findTomorrowMorning(now, theirs?.offset ?? 'UTC'),
  }
  // The moment goes along, so that what was shown is what counts, also after midnight.
  const values: Record<SendChoice, string> = {
    now: 'now',
    own: `own|${tomorrow.own}`,
    theirs: `theirs|${tomorrow.theirs}`,
    pick: `pick|${own.zone}`,
  }
  const options = [
    ...(canBeNow ? [{ text: say.now, value: values.now }] : []),
    { text: own.isOwn ? say.own : say.workspaces({ zone: own.zone }), value: values.own },
    ...(theirs ? [{ text: say.theirs({ zone: nameOffset(theirs.offset) }), value: values.theirs }] : []),
    { text: say.pick, value: values.pick },
  ]
  const { choice, day, time } = chosen
  const isPicked = choice === PICKED
  const picked = findPickedMoment(own.zone, { day, time })
  const moments = { ...tomorrow, now: undefined, pick: 'at' in picked ? picked.at : undefined }
  const at = moments[choice]
  return [
    inputBlock(
      { blockId: ids.when, label: say.when, dispatch: true },
      staticSelect(ids.when, options, values[choice] ?? options[0]?.value),
    ),
    ...(isPicked
      ? [
          inputBlock({ blockId: ids.day, label: say.day, dispatch: true }, datePicker(ids.day, say.dayHint, day)),
          inputBlock({ blockId: ids.hour, label: say.time, dispatch: true }, timePicker(ids.hour, time)),
        ]
      : []),
    ...(choice === 'now'
      ? []
      : contextBlock(
          plainText(describeOwnTime(text, own, at), 300),
          plainText(describeTheirTime(text, theirs, at), 400),
          plainText(say.stops, 300),
        )),
  ]
}

/** When the mail is to leave, if not at once; or what is wrong with it, and in which field. */
export function readSendTime(
  { schedule: { form: say } }: MailText,
  ids: SendTimeIds,
  view: OpenView,
  now: number,
): { sendAt?: number } | { errors: Record<string, string> } {
  const [choice, value = ''] = (readField(view, ids.when) ?? '').split('|', 2)
  if (choice === undefined || choice === '' || choice === 'now') return {}
  const isPicked = choice === PICKED
  const typed = { day: readField(view, ids.day), time: readField(view, ids.hour) }
  // Sent before its fields were there, the form has only the menu.
  const field = !isPicked || view.values[ids.day] === undefined ? ids.when : typed.day ? ids.hour : ids.day
  const found = isPicked ? findPickedMoment(value, typed) : { at: Number(value) }
  if ('problem' in found) return { errors: { [field]: say[found.problem] } }
  const problem = Number.isFinite(found.at) ? findTimeProblem(now, found.at) : 'past'
  if (problem === 'tooFar') return { errors: { [field]: say.tooFar({ days: MAX_DAYS_AHEAD }) } }
  return problem ? { errors: { [field]: say.past } } : { sendAt: found.at }
}
