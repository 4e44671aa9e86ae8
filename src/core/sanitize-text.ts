/**
 * Control, direction, tag and filler characters: they are invisible, and they hide, reorder or imitate visible text. Joiners are not among them, nor the
 * tags in the flags of England, Scotland and Wales, which are caught in a group.
 */
const UNSEEN =
  /(\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F})|[[\p{Cc}\u180B-\u180F\p{Cf}\u034F\u115F\u1160\u17B4\u17B5\u3164\uFFA0\u2060-\u206F[\uFE00-\uFE0D]\uFFF0-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]--[\n\t\u200C\u200D]]+/gv

/** Joiners make sense inside emoji and in the scripts that shape letters; elsewhere they only split words for filters. */
const STRAY_JOINER =
  /[\u200C\u200D](?<!(?:\p{Extended_Pictographic}|\uFE0F|\p{Emoji_Modifier}|\p{Script=Arabic}|\p{Script=Devanagari}|\p{Script=Bengali}|\p{Script=Malayalam}|\p{Script=Sinhala}|\p{Script=Kannada}|\p{Script=Telugu}|\p{Script=Tamil})[\u200C\u200D])/gu

/** Nothing to do: most texts are like this. */
const PLAIN = /^[\x20-\x7E\n\t]*$/

const STACKED_MARKS = /(\p{M}{6})\p{M}+/gu

/** Text from outside without invisible characters: lines end in `\n`, every kind of space is a space, lone surrogates are replaced. */
export function sanitizeText(text: string): string {
  if (PLAIN.test(text)) return text
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .replace(/[\u00A0\u2000-\u200A\u202F\u205F]/g, ' ')
    .replace(UNSEEN, '$1')
    .replace(STRAY_JOINER, '')
    .replace(STACKED_MARKS, '$1')
}

/** The same for one line: names, subjects, labels. */
export function sanitizeLine(text: string): string {
  return sanitizeText(text).replace(/\s+/g, ' ').trim()
}
