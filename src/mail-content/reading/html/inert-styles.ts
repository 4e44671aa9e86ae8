/** Functions of CSS, in values and in selectors, that name no address. */
const keptFunctions = new Set(
  'rgb rgba hsl hsla calc min max clamp var rect linear-gradient radial-gradient -webkit-linear-gradient scale translate rotate not is where nth-child nth-of-type'.split(
    ' ',
  ),
)
const keptRules = /^\s*@(?:media|supports|(?:-webkit-)?keyframes)\b/i
/** Longer than any name of a function that is kept. */
const NAME_CHARS = 32

/**
 * Keeps the parts of a style sheet or style attribute that name no address: the result has no escape, no rule that loads, and no function besides
 * known ones. Each part between semicolons and braces is judged alone, so the result is safe however a browser reads it.
 */
export const keepInertStyles = (css: string): string =>
  css
    .replaceAll(/<!--|-->/g, ' ')
    .split(/([;{}])/)
    .map((part) => (isInert(part) ? part : ''))
    .join('')

function isInert(part: string): boolean {
  if (/[\\<]/.test(part) || (part.includes('@') && !keptRules.test(part))) return false
  for (let at = part.indexOf('('); at >= 0; at = part.indexOf('(', at + 1)) {
    const [name = ''] = /[\w-]*$/.exec(part.slice(Math.max(0, at - NAME_CHARS), at)) ?? []
    if (name !== '' && !keptFunctions.has(name.toLowerCase())) return false
  }
  return true
}
