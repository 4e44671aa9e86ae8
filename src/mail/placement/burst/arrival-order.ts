/** A mail that is being taken in. */
export interface ArrivalTurn {
  /** Waits until the mails that came before this one have left, or have taken too long. */
  waitForEarlier(): Promise<void>
  /** The mail is being posted, or the attempt has failed. */
  leave(): void
}

/**
 * Mails that come together are taken in at the same time, one faster than the other. Each is posted after those that came before it, as
 * far as this process takes them in.
 */
export interface ArrivalOrder {
  /** The mail is being taken in. `at`: when it came; of two at the same moment, the one that enters first goes first. */
  enter(at: number): ArrivalTurn
}

const TICK_MS = 100
/** A mail whose own work takes longer than three seconds, for example because its body has to be fetched, holds up no other. */
const OWN_WORK_TICKS = 30
/** However many are slow, a mail waits for ten seconds at most. */
const LONGEST_WAIT_TICKS = 100

interface Arrival {
  at: number
  ticksLeft: number
  left: Promise<void>
  leave: () => void
}

/** An order without mails. */
export function createArrivalOrder(): ArrivalOrder {
  /** In the order in which they come. */
  const arrivals: Arrival[] = []
  let ticker: NodeJS.Timeout | undefined

  // Ticks are counted rather than time: those that a busy machine skips take nothing from the mails, which could not work either.
  function tick(): void {
    for (const arrival of arrivals) arrival.ticksLeft -= 1
    for (const arrival of arrivals.filter(({ ticksLeft }) => ticksLeft <= 0)) arrival.leave()
  }

  function remove(arrival: Arrival): void {
    if (arrivals.includes(arrival)) arrivals.splice(arrivals.indexOf(arrival), 1)
    if (arrivals.length > 0) return
    clearInterval(ticker)
    ticker = undefined
  }

  return {
    enter(at) {
      const { promise: left, resolve } = Promise.withResolvers<void>()
      const arrival: Arrival = {
        at,
        ticksLeft: OWN_WORK_TICKS,
        left,
        leave() {
          remove(arrival)
          resolve()
        },
      }
      arrivals.splice(arrivals.findLastIndex((one) => one.at <= at) + 1, 0, arrival)
      ticker ??= setInterval(tick, TICK_MS)
      return {
        leave: arrival.leave,
        async waitForEarlier() {
          // Its own work is done: from now on it is only others that take their time.
          arrival.ticksLeft = LONGEST_WAIT_TICKS
          for (let before = arrivals.indexOf(arrival); before > 0; before = arrivals.indexOf(arrival))
            await Promise.race([arrivals[before - 1]?.left, left])
          arrival.ticksLeft = OWN_WORK_TICKS
        },
      }
    },
  }
}
