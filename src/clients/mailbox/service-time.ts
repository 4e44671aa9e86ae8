/** The clock of a service, as its answers show it. It advances with this process's steady clock, so setting the machine's clock does not move it. */
export function createServiceTime() {
  let originMs: number | undefined
  return {
    /** Takes the `Date` header of an answer; one that is missing or unreadable changes nothing. */
    note(date: string | undefined): void {
      const at = Date.parse(date ?? '')
      if (!Number.isNaN(at)) originMs = at - performance.now()
    },
    /** The service's time now in epoch milliseconds; undefined before the first answer. */
    estimate: (): number | undefined => (originMs === undefined ? undefined : performance.now() + originMs),
  }
}
