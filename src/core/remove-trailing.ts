/** Removes these endings, however often they repeat. An expression such as `/x+$/` would try again at each of them, which is quadratic. */
export function removeTrailing(text: string, ...endings: string[]): string {
  let end = text.length
  for (;;) {
    const found = endings.find((ending) => end >= ending.length && text.startsWith(ending, end - ending.length))
    if (!found) return text.slice(0, end)
    end -= found.length
  }
}
