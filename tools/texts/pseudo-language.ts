import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'
import { KEPT_WORDS } from './kept-words.ts'
import { measureLongest } from './longest.ts'
import { isPlain, parseMessage } from './message-parameters.ts'
import { placeOf, type Places, PLACES } from './places.ts'
import { buildTree, listMessages, type MessageTree } from './text-files.ts'

export type Direction = 'ltr' | 'rtl'

const LETTERS = new Map(
  Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter, index) => [
    letter,
    Array.from('áƀćđéƒǵħíĵķłɱńóƥɋŕśťúṽŵẋýźÁƁĆĐÉƑǴĦÍĴĶŁṀŃÓƤɊŔŚŤÚṼŴẊÝŹ')[index] ?? letter,
  ]),
)
const VOWEL = /[aeiouy]/i
/** Shown from right to left, whatever the letters are. */
const FROM_RIGHT = '\u202E'
const END_OF_DIRECTION = '\u202C'

/** How much longer than English other languages are. */
const GROWTH = 0.4
const BRACKETS = ['⟦', '⟧'] as const

/** The messages of a slice in a language that nobody speaks: accented, longer, in brackets where they fit. What stands in them is kept. */
export const translateToPseudo = (tree: MessageTree, places: Places, direction: Direction): MessageTree =>
  buildTree(
    listMessages(tree).map((message) => ({
      path: message.path,
      text: lengthen(message.text, PLACES[placeOf(message, places)], direction),
    })),
  )

/** Grows a message as far as its place allows, at most by `GROWTH`. */
function lengthen(text: string, limit: number, direction: Direction): string {
  const written = writeLiterals(text, (literal) => accent(literal, 0, direction))
  const room = limit - measureLongest(written)
  if (room < BRACKETS.join('').length)
    return room < 0 ? writeLiterals(text, (literal) => accent(literal, 0, 'ltr')) : written
  const [before, after] = BRACKETS
  const share = Math.min(GROWTH, (room - BRACKETS.join('').length) / Math.max(1, measureLongest(text)))
  const longer = writeLiterals(text, (literal) => accent(literal, Math.floor(literal.length * share), direction))
  return `${before}${longer}${after}`
}

/** Writes the literal parts of a message, without those in code. */
function writeLiterals(text: string, writePart: (literal: string) => string): string {
  let isCode = false
  const write = (literal: string): string =>
    literal
      .split('`')
      .map((part, index) => {
        if (index > 0) isCode = !isCode
        return isCode ? part : writePart(part)
      })
      .join('`')
  if (isPlain(text)) return write(text)
  const change = (elements: MessageFormatElement[]): MessageFormatElement[] =>
    elements.map((element): MessageFormatElement => {
      if (element.type === TYPE.literal) return { ...element, value: write(element.value) }
      if (element.type === TYPE.tag) return { ...element, children: change(element.children) }
      if (element.type !== TYPE.select && element.type !== TYPE.plural) return element
      const options = Object.entries(element.options).map(([name, one]) => [name, { ...one, value: change(one.value) }])
      return { ...element, options: Object.fromEntries(options) }
    })
  return printAST(change(parseMessage(text)))
}

/** Accents every letter but those of words that are kept, and doubles that many of the vowels. */
function accent(literal: string, more: number, direction: Direction): string {
  const kept = [...literal.matchAll(KEPT_WORDS)]
  let left = more
  let result = ''
  let end = 0
  for (const match of [...kept, undefined]) {
    for (const letter of literal.slice(end, match?.index)) {
      const accented = LETTERS.get(letter)
      const isDoubled = accented !== undefined && left > 0 && VOWEL.test(letter)
      if (isDoubled) left -= 1
      result += accented === undefined ? letter : accented.repeat(isDoubled ? 2 : 1)
    }
    result += match?.[0] ?? ''
    end = match ? match.index + match[0].length : end
  }
  return direction === 'rtl' && /\p{L}/u.test(literal) ? `${FROM_RIGHT}${result}${END_OF_DIRECTION}` : result
}
