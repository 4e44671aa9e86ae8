const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
const [LEFT_TO_RIGHT_MARK, FIRST_STRONG_ISOLATE, POP_ISOLATE] = ['\u200E', '\u2068', '\u2069']

/** Whether a text contains letters that are written from right to left. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text)

/** A text to put into a line of ours: if it is written from right to left, what is around it keeps its order. */
export const isolateDirection = (text: string): string =>
  RIGHT_TO_LEFT.test(text) ? `${FIRST_STRONG_ISOLATE}${text}${POP_ISOLATE}` : text

/** A text that may begin a line of ours. A page that takes the direction of a line from its first letter, isolated or not, would turn the line round. */
export const isolateLineStart = (text: string): string => {
  const isolated = isolateDirection(text)
  return isolated === text ? text : `${LEFT_TO_RIGHT_MARK}${isolated}`
}
