/** What makes a cell a formula in a spreadsheet, also in full width, behind spaces, invisible characters or quotation marks. */
const FORMULA = /^[\s\p{Cf}"'“”‘’«»]*[=+\-@＝＋－﹣＠−]/u
/** The same behind what other settings of the spreadsheet take for the end of a cell. */
const FORMULA_INSIDE = /([;|][\s\p{Cf}"'“”‘’«»]*)([=+\-@＝＋－﹣＠−])/gu

/** Control characters, which programs drop before they look for a formula, and those that reverse the direction of what follows. */
const UNSEEN = /[[\p{Cc}\u202A-\u202E\u2066-\u2069]--[\t\r\n\v\f\u0085]]/gv
const LINE_BREAKS = /[\t\r\n\v\f\u0085\u2028\u2029]+/g

/** Makes text from outside safe for a spreadsheet: no cell is run as a formula, and each record stays on its line. */
function neutralizeCell(text: string): string {
  const line = text.replaceAll(UNSEEN, '').replaceAll(LINE_BREAKS, ' ')
  const inert = line.replaceAll(FORMULA_INSIDE, "$1'$2")
  return FORMULA.test(inert) ? `'${inert}` : inert
}

/** The first bytes of the file: without them, Excel takes UTF-8 for the system's own encoding. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** One line of a CSV file as RFC 4180 has it, every cell in quotation marks. */
export const formatCsvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => `"${neutralizeCell(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
