/** A mail that is being received. */
export interface ArrivalTurn {
  /** Waits until earlier mails are out of the order, or have taken too long. */
  waitForEarlier(): Promise<void>
  /** Called when the mail is being posted, or the attempt has failed. */
  leave(): void
}

/**
 * Keeps the order of mails that are received concurrently, some faster than others. Each is posted after earlier ones, as far as this process
 * receives them.
 */
export interface ArrivalOrder {
  /** Enters a mail that came at `at`. Of two at the same moment, the one that enters first goes first. */
  enter(at: number): ArrivalTurn
}

const TICK_MS = 100
/** A mail whose own work takes longer than three seconds, for example because its body must be fetched, delays no other. */
const OWN_WORK_TICKS = 30
/** A mail waits for at most ten seconds, however many others are slow. */
const LONGEST_WAIT_TICKS = 100

interface Arrival {
  at: number
  ticksLeft: number
  left: Promise<void>
  leave: () => void
}

/** Creates an order without mails. */
export function createArrivalOrder(): ArrivalOrder {
  /** Sorted by arrival. */
  const arrivals: Arrival[] = []
  let ticker: NodeJS.Timeout | undefined

  // Ticks are counted rather than time: mails lose nothing by ticks that a busy machine skips, when they could not work either.
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
          // The mail's own work is done; from now on, only others take time.
          arrival.ticksLeft = LONGEST_WAIT_TICKS
          for (let before = arrivals.indexOf(arrival); before > 0; before = arrivals.indexOf(arrival))
            await Promise.race([arrivals[before - 1]?.left, left])
          arrival.ticksLeft = OWN_WORK_TICKS
        },
      }
    },
  }
}
