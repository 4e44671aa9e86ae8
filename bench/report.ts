import { quantile } from './load-generator.ts'

/** Prints a line of Markdown. */
export type PrintLine = (line: string) => void

/** Formats a row of a Markdown table. */
export const formatRow = (...cells: (string | number)[]): string => `| ${cells.join(' | ')} |`

/** The head of a Markdown table. */
export const formatHead = (...cells: string[]): string => `${formatRow(...cells)}\n|${'---|'.repeat(cells.length)}`

const ms = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0))

/** Formats the median, the 95th percentile and the maximum of durations. */
export function formatSpread(durationsMs: number[]): string {
  const sorted = Float64Array.from(durationsMs).toSorted()
  return `${[quantile(sorted, 0.5), quantile(sorted, 0.95), sorted.at(-1) ?? 0].map(ms).join(' / ')} ms`
}
