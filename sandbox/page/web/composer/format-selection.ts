/** Puts a mark around the selection, or removes it if it is already there. */
export function toggleMark(
  text: string,
  from: number,
  to: number,
  mark: string,
): { text: string; from: number; to: number } {
  const inside = text.slice(from, to)
  if (text.slice(from - mark.length, from) === mark && text.slice(to, to + mark.length) === mark) {
    return {
      text: text.slice(0, from - mark.length) + inside + text.slice(to + mark.length),
      from: from - mark.length,
      to: to - mark.length,
    }
  }
  return {
    text: text.slice(0, from) + mark + inside + mark + text.slice(to),
    from: from + mark.length,
    to: to + mark.length,
  }
}

/** Puts a prefix before every line of the selection. */
export function prefixLines(
  text: string,
  from: number,
  to: number,
  prefix: (index: number) => string,
): { text: string; from: number; to: number } {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const lines = text.slice(start, to).split('\n')
  const made = lines.map((line, index) => prefix(index) + line).join('\n')
  return { text: text.slice(0, start) + made + text.slice(to), from: start + made.length, to: start + made.length }
}
