const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as HTML, in an element or in the value of an attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char)

/** A tab is as wide as in most mail programs' text, where its width is not known. */
const TAB = '&nbsp;'.repeat(4)

/**
 * Escapes all blanks of one line of escaped text: HTML shows one of a run, and none at the start of a line or after another blank. The last one of a
 * run stays a blank, where a line may end.
 */
export const keepBlanks = (html: string, { isAfterBlank = true } = {}): string =>
  html
    .replaceAll('\t', TAB)
    .replace(/ (?= )/g, '&nbsp;')
    .replace(/^ /, isAfterBlank ? '&nbsp;' : ' ')

/** Lines of text as HTML that looks the same. */
export const linesToHtml = (text: string): string =>
  text
    .split('\n')
    .map((line) => keepBlanks(escapeHtml(line)))
    .join('<br>\n')
