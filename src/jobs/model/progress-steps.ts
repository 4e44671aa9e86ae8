const MINUTE_MS = 60_000

/** The ages at which the card of a working job is edited, in minutes; after the last one every half hour. */
const STEPS = [1, 2, 5, 10, 15, 20, 30, 45, 60]
const LATER_MINUTES = 30

/** A look is reported as old after this many of the usual pauses. */
const PAUSES_BEFORE_NOTICE = 3

const lastStep = STEPS.at(-1) ?? LATER_MINUTES

/** Counts the steps that a job of this age has passed. */
const countSteps = (minutes: number): number =>
  STEPS.filter((step) => step <= minutes).length + Math.max(0, Math.floor((minutes - lastStep) / LATER_MINUTES))

/** A time of work as a card shows it: in whole minutes, from an hour on in half hours, and from two days on in days. Rounded down: it stays true. */
export function roundWorkedMs(workedMs: number): number {
  const minutes = Math.max(0, workedMs) / MINUTE_MS
  const unit = minutes < 60 ? 1 : minutes < 48 * 60 ? LATER_MINUTES : 24 * 60
  return Math.floor(minutes / unit) * unit * MINUTE_MS
}

/** Whether a job that was last shown at one age has passed a step by another. Both are in milliseconds. */
export function hasPassedStep(shownMs: number, ageMs: number, scaled: (ms: number) => number): boolean {
  const minute = scaled(MINUTE_MS)
  return countSteps(ageMs / minute) > countSteps(shownMs / minute)
}

/** The longest time, in milliseconds, for which the last recorded look at a job of this age is recent enough. */
export function lookIsRecentMs(shownMs: number, scaled: (ms: number) => number): number {
  const minutes = shownMs / scaled(MINUTE_MS)
  const next = STEPS.find((step) => step > minutes)
  const pause = next === undefined ? LATER_MINUTES : Math.max(1, next - minutes)
  return PAUSES_BEFORE_NOTICE * scaled(pause * MINUTE_MS)
}
