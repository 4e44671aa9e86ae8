import { contextBlock, plainText } from '../../../slack/blocks/block-builders.ts'
import { datePicker, inputBlock, staticSelect, timePicker } from '../../../slack/blocks/form-fields.ts'
import type { MessageBlock } from '../../../slack/blocks/slack-message.ts'
import type { OpenView } from '../../../slack/inbound/listeners.ts'
import { selectedValue } from '../../../slack/inbound/view-state.ts'
import { findNextMorning, toZoned } from '../../../core/zoned-time.ts'
import { findPickedMoment, findTimeProblem, MAX_DAYS_AHEAD } from './send-times.ts'
import type { MailText } from '../../text/mail-text.ts'
import type { OwnZone } from '../../notify/own-zone.ts'
import { describeOwnTime, describeTheirTime, nameOffset } from '../../text/outbound/send-time-sentences.ts'

/** Action ids of the fields in one form, which are also their block ids; frozen. */
export interface SendTimeIds {
  when: string
  day: string
  hour: string
}

/** The time zones in a form. */
export interface SendZones {
  own: OwnZone
  /** A recipient's offset from UTC when they last wrote. */
  theirs?: { offset: string; address: string; at: number } | undefined
}

/** The choices of the menu; frozen: open forms carry them. */
const choices = ['now', 'own', 'theirs', 'pick'] as const
type SendChoice = (typeof choices)[number]

/** The current choice, for a form that is shown again. */
export interface SendTimeChoice {
  choice: SendChoice
  day?: string | undefined
  time?: string | undefined
}

/** The content of the fields. */
export interface SendTimeOptions {
  zones: SendZones
  now: number
  chosen: SendTimeChoice
  /** Whether sending immediately is a choice. */
  canBeNow: boolean
  /** The writer of a colleague's mail, by name; without a name if that person is gone, so others are asked about news. */
  colleague?: { name: string | undefined } | undefined
}

const PICKED: SendChoice = 'pick'
const PAUSE_CHARS = 400

const readField = ({ values }: OpenView, id: string): string | undefined => selectedValue(values[id]?.[id] ?? {})

/** Reads the current choice. */
export function readSendChoice(ids: SendTimeIds, view: OpenView): SendTimeChoice | undefined {
  const [name] = (readField(view, ids.when) ?? '').split('|')
  const choice = choices.find((one) => one === name)
  return choice && { choice, day: readField(view, ids.day), time: readField(view, ids.hour) }
}

/** Formats a choice for a draft. Frozen: records contain it. */
export const formatSendChoice = ({ choice, day = '', time = '' }: SendTimeChoice): string => `${choice}|${day}|${time}`

/** Parses a formatted choice; undefined if it is invalid. */
export function parseSendChoice(text: string): SendTimeChoice | undefined {
  const [name, day, time] = text.split('|')
  const choice = choices.find((one) => one === name)
  return choice && { choice, ...(day && { day }), ...(time && { time }) }
}

/** Converts a time to a choice, as if a person had picked it. */
export function chooseMoment({ own: { zone } }: SendZones, at: number): SendTimeChoice {
  const zoned = toZoned(at, zone)
  const time = zoned.toPlainTime().toString({ smallestUnit: 'minute' })
  return { choice: PICKED, day: zoned.toPlainDate().toString(), time }
}

/** Renders the fields for the send time, which is shown in both time zones. Day and time are fields only while a custom time is chosen. */
export function buildSendTime(
  text: MailText,
  ids: SendTimeIds,
  { zones, now, chosen, canBeNow, colleague }: SendTimeOptions,
): MessageBlock[] {
  const { form: words } = text.schedule
  const { own, theirs } = zones
  const tomorrow = {
    own: findNextMorning(now, own.zone),
    theirs: findNextMorning(now, theirs?.offset ?? 'UTC'),
  }
  const morning = {
    own: text.formats.time(tomorrow.own, own.zone, own.clock),
    theirs: text.formats.time(tomorrow.theirs, theirs?.offset ?? 'UTC', own.clock),
  }
  // The value contains the time: the shown time counts, even after midnight.
  const values: Record<SendChoice, string> = {
    now: 'now',
    own: `own|${tomorrow.own}`,
    theirs: `theirs|${tomorrow.theirs}`,
    pick: `pick|${own.zone}`,
  }
  const options = [
    ...(canBeNow ? [{ text: words.now, value: values.now }] : []),
    {
      text: own.isOwn ? words.own({ clock: morning.own }) : words.workspaces({ clock: morning.own, zone: own.zone }),
      value: values.own,
    },
    ...(theirs
      ? [{ text: words.theirs({ clock: morning.theirs, zone: nameOffset(theirs.offset) }), value: values.theirs }]
      : []),
    { text: words.pick, value: values.pick },
  ]
  const { choice, day, time } = chosen
  const isPicked = choice === PICKED
  const picked = findPickedMoment(own.zone, { day, time })
  const moments = { ...tomorrow, now: undefined, pick: 'at' in picked ? picked.at : undefined }
  const at = moments[choice]
  return [
    inputBlock(
      { blockId: ids.when, label: words.when, dispatch: true },
      staticSelect(ids.when, options, values[choice] ?? options[0]?.value),
    ),
    ...(isPicked
      ? [
          inputBlock({ blockId: ids.day, label: words.day, dispatch: true }, datePicker(ids.day, words.dayHint, day)),
          inputBlock({ blockId: ids.hour, label: words.time, dispatch: true }, timePicker(ids.hour, time)),
        ]
      : []),
    ...(choice === 'now'
      ? []
      : contextBlock(
          describeOwnTime(text, own, at),
          plainText(describeTheirTime(text, { theirs, clock: own.clock }, at), 400),
          plainText(describePause(text, colleague), PAUSE_CHARS),
        )),
  ]
}

/** Describes what new mail does to a scheduled one, and who is asked then. */
function describePause({ schedule }: MailText, colleague: SendTimeOptions['colleague']): string {
  const whose = !colleague ? 'own' : colleague.name === undefined ? 'other' : 'writer'
  return schedule.form.stops({ whose, writer: colleague?.name ?? '' })
}

/** Returns the chosen send time, nothing if the mail is sent immediately, or an error on the field with the problem. */
export function readSendTime(
  { schedule: { form: words } }: MailText,
  ids: SendTimeIds,
  view: OpenView,
  now: number,
): { sendAt?: number } | { errors: Record<string, string> } {
  const [choice, value = ''] = (readField(view, ids.when) ?? '').split('|', 2)
  if (choice === undefined || choice === '' || choice === 'now') return {}
  const isPicked = choice === PICKED
  const typed = { day: readField(view, ids.day), time: readField(view, ids.hour) }
  // A form submitted before its fields appeared has only the menu.
  const field = !isPicked || view.values[ids.day] === undefined ? ids.when : typed.day ? ids.hour : ids.day
  const found = isPicked ? findPickedMoment(value, typed) : { at: Number(value) }
  if ('problem' in found) return { errors: { [field]: words[found.problem] } }
  const problem = Number.isFinite(found.at) ? findTimeProblem(now, found.at) : 'past'
  if (problem === 'tooFar') return { errors: { [field]: words.tooFar({ days: MAX_DAYS_AHEAD }) } }
  return problem ? { errors: { [field]: words.past } } : { sendAt: found.at }
}
