const LONGEST = 60

/** How many letters have to be added, left out, changed or swapped with their neighbour to make one word of the other. */
function countEdits(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const edits = [(last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (isSame ? 0 : 1)]
      if (isSwapped) edits.push((before[column - 2] ?? 0) + 1)
      next.push(Math.min(...edits))
    }
    before = last
    last = next
  }
  return last[other.length] ?? 0
}

/** The word that was probably meant: one edit away, or two if it's long. Undefined if none is near. */
export function findNearestWord<W extends string>(typed: string, words: readonly W[]): W | undefined {
  if (typed.length > LONGEST) return undefined
  const near = words
    .map((word) => ({ word, edits: countEdits(typed, word) }))
    .filter(({ word, edits }) => edits > 0 && edits <= (word.length > 5 ? 2 : 1))
  return near.toSorted((one, other) => one.edits - other.edits)[0]?.word
}
