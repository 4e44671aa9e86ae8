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

/** A mail whose own work takes longer, for example because its body has to be fetched, holds up no other. */
const PATIENCE_MS = 3_000
/** However many are slow. */
const LONGEST_WAIT_MS = 10_000

interface Place {
  at: number
  left: Promise<void>
}

/** An order without mails. */
export function createArrivalOrder(): ArrivalOrder {
  /** In the order in which they come. */
  const places: Place[] = []
  return {
    enter(at) {
      const { promise: left, resolve } = Promise.withResolvers<void>()
      const place = { at, left }
      const index = places.findLastIndex((one) => one.at <= at) + 1
      places.splice(index, 0, place)
      const leave = () => {
        clearTimeout(timer)
        if (places.includes(place)) places.splice(places.indexOf(place), 1)
        resolve()
      }
      let timer = setTimeout(leave, PATIENCE_MS)
      return {
        leave,
        async waitForEarlier() {
          // Its own work is done: from now on it is only others that take their time.
          clearTimeout(timer)
          timer = setTimeout(leave, LONGEST_WAIT_MS)
          for (let before = places.indexOf(place); before > 0; before = places.indexOf(place))
            await Promise.race([places[before - 1]?.left, left])
          clearTimeout(timer)
          timer = setTimeout(leave, PATIENCE_MS)
        },
      }
    },
  }
}
