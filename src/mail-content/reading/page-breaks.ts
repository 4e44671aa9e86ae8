/** Where a text that is too long for its page is cut; `isClean` if no paragraph is torn apart. */
export interface PageBreak {
  at: number
  isClean: boolean
}

const words = new Intl.Segmenter('und', { granularity: 'word' })
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Beyond this share of the page, a text without a blank is no word that anybody reads. */
const LONGEST_WORD = 0.5

const isInPair = (text: string, at: number): boolean => (text.codePointAt(at - 1) ?? 0) > 0xffff

/**
 * The best place to cut in the first `end` characters: after a paragraph, a line or a word, and never inside a character as people see it. A
 * paragraph or a line has to end after `least`. `text` goes on a little after `end`, to show what a cut there would split.
 */
export function findPageBreak(text: string, end: number, least: number): PageBreak {
  const paragraph = text.lastIndexOf('\n\n', end)
  if (paragraph > Math.max(least, 0)) return { at: paragraph, isClean: true }
  const line = text.lastIndexOf('\n', end)
  if (line > Math.max(least, 0)) return { at: line, isClean: false }
  const blank = text.lastIndexOf(' ', end)
  if (blank > end * LONGEST_WORD) return { at: blank, isClean: false }
  if (end >= text.length) return { at: end, isClean: false }
  const word = words.segment(text).containing(end)?.index ?? 0
  if (word > end * LONGEST_WORD) return { at: word, isClean: false }
  const grapheme = graphemes.segment(text).containing(end)?.index ?? 0
  return { at: grapheme > 0 ? grapheme : isInPair(text, end) ? end - 1 : end, isClean: false }
}
