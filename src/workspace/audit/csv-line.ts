/** What makes a cell a formula in a spreadsheet, also in full width, behind spaces, invisible characters or quotation marks. */
const FORMULA = /^[\s\p{Cf}"'“”‘’«»]*[=+\-@＝＋－﹣＠−]/u
/** The same behind what other settings of the spreadsheet take for the end of a cell. */
const FORMULA_INSIDE = /([;|][\s\p{Cf}"'“”‘’«»]*)([=+\-@＝＋－﹣＠−])/gu

/** Makes text from outside safe for a spreadsheet: no cell is run as a formula, and each record stays on its line. */
function neutralizeCell(text: string): string {
  const line = text.replaceAll('\0', '').replaceAll(/[\t\r\n\v\f\u0085\u2028\u2029]+/g, ' ')
  const inert = line.replaceAll(FORMULA_INSIDE, "$1'$2")
  return FORMULA.test(inert) ? `'${inert}` : inert
}

/** The first bytes of the file: without them, Excel takes UTF-8 for the system's own encoding. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** One line of a CSV file as RFC 4180 has it, every cell in quotation marks. */
export const formatCsvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => `"${neutralizeCell(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
