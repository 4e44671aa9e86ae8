/** The start of a formula in a spreadsheet, also in full width, after spaces, invisible characters or quotation marks. */
const FORMULA = /^[\s\p{Cf}"'“”‘’«»]*[=+\-@＝＋－﹣＠−]/u
/** The start of a formula after a character that other spreadsheet settings use as the end of a cell. */
const FORMULA_INSIDE = /([;|][\s\p{Cf}"'“”‘’«»]*)([=+\-@＝＋－﹣＠−])/gu

/** Control characters, which programs drop before they look for a formula, and characters that reverse the text direction. */
const UNSEEN = /[[\p{Cc}\u202A-\u202E\u2066-\u2069]--[\t\r\n\v\f\u0085]]/gv
const LINE_BREAKS = /[\t\r\n\v\f\u0085\u2028\u2029]+/g

/** Makes text from outside safe for a spreadsheet: no cell runs as a formula, and each record stays on one line. */
function neutralizeCell(text: string): string {
  const line = text.replaceAll(UNSEEN, '').replaceAll(LINE_BREAKS, ' ')
  const inert = line.replaceAll(FORMULA_INSIDE, "$1'$2")
  return FORMULA.test(inert) ? `'${inert}` : inert
}

/** The first bytes of the file, without which Excel does not read UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Formats one line of a CSV file (RFC 4180), with every cell in quotation marks. */
export const formatCsvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => `"${neutralizeCell(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
