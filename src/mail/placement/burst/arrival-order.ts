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

interface Place {
  at: number
  ticksLeft: number
  left: Promise<void>
  leave: () => void
}

/** An order without mails. */
export function createArrivalOrder(): ArrivalOrder {
  /** In the order in which they come. */
  const places: Place[] = []
  let ticker: NodeJS.Timeout | undefined

  // Ticks are counted rather than time: those that a busy machine skips take nothing from the mails, which could not work either.
  function tick(): void {
    for (const place of places) place.ticksLeft -= 1
    for (const place of places.filter(({ ticksLeft }) => ticksLeft <= 0)) place.leave()
  }

  function remove(place: Place): void {
    if (places.includes(place)) places.splice(places.indexOf(place), 1)
    if (places.length > 0) return
    clearInterval(ticker)
    ticker = undefined
  }

  return {
    enter(at) {
      const { promise: left, resolve } = Promise.withResolvers<void>()
      const place: Place = {
        at,
        ticksLeft: OWN_WORK_TICKS,
        left,
        leave() {
          remove(place)
          resolve()
        },
      }
      places.splice(places.findLastIndex((one) => one.at <= at) + 1, 0, place)
      ticker ??= setInterval(tick, TICK_MS)
      return {
        leave: place.leave,
        async waitForEarlier() {
          // Its own work is done: from now on it is only others that take their time.
          place.ticksLeft = LONGEST_WAIT_TICKS
          for (let before = places.indexOf(place); before > 0; before = places.indexOf(place))
            await Promise.race([places[before - 1]?.left, left])
          place.ticksLeft = OWN_WORK_TICKS
        },
      }
    },
  }
}
