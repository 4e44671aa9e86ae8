/** `immediately`, `after 8 s`, `after 10 min`, `after 2 h`: the largest unit that needs no fraction. */
export function formatDelay(ms: number): string {
  if (ms === 0) return 'immediately'
  const [unit, length] = (
    [
      ['h', 3_600_000],
      ['min', 60_000],
    ] as const
  ).find(([, size]) => ms % size === 0) ?? ['s', 1000]
  return `after ${ms / length} ${unit}`
}
