import { isPluralElement, isSelectElement, type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { isPlain, parseMessage } from './message-parameters.ts'

const NUMBER = '1,000,000'.length
/** A token of Slack that shows a day and a time. */
const DATE = '<!date^1795246090^\u200b{date_short_pretty} {time}|2026-11-23 10:02 UTC>'.length
const ADDRESS = 500

/** How long the texts are that code puts into messages, by their names, in characters. Another name has the length of a sentence. */
const LONGEST_VALUES = new Map(
  Object.entries({
    app: 15,
    channel: 15,
    requester: 15,
    user: 15,
    whom: 15,
    by: 80,
    who: 80,
    name: 80,
    to: 80,
    sender: 80,
    project: 80,
    reference: 8,
    time: DATE,
    duration: 20,
    /** A time of day. */
    clock: 12,
    moment: 25,
    zone: 35,
    title: 160,
    suppressed: 150,
    permission: 30,
    /** The shortest one: code shortens a quotation to the room that is left. */
    quotation: 30,
    url: ADDRESS,
    word: 10,
    /** The label of a form's button. */
    button: 24,
    entry: 200,
  }),
)
const LONGEST_VALUE = 300

const longestValue = (name: string): number => LONGEST_VALUES.get(name) ?? LONGEST_VALUE

/** The length of a message with its longest values, in its longest form. */
export const measureLongest = (text: string): number => (isPlain(text) ? text.length : measureAll(parseMessage(text)))

const measureAll = (elements: MessageFormatElement[]): number =>
  elements.reduce((sum, element) => sum + measureElement(element), 0)

function measureElement(element: MessageFormatElement): number {
  if (element.type === TYPE.literal) return element.value.length
  if (isPluralElement(element) || isSelectElement(element))
    return Math.max(...Object.values(element.options).map(({ value }) => measureAll(value)))
  if (element.type === TYPE.number || element.type === TYPE.pound) return NUMBER
  if (element.type === TYPE.date || element.type === TYPE.time) return DATE
  if (element.type === TYPE.tag) return ADDRESS + measureAll(element.children)
  return longestValue(element.value)
}
