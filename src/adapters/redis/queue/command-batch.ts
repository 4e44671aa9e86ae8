interface Waiting<T> {
  items: T[]
  resolve: () => void
  reject: (reason: unknown) => void
}

/** Combines what is sent in one turn of the event loop into calls of at most `limit` items, which share their result. */
export function batchCommands<T>(
  call: (group: T[][]) => Promise<unknown>,
  limit: number,
): (items: T[]) => Promise<void> {
  let waiting: Waiting<T>[] = []

  function flush(): void {
    const all = waiting
    waiting = []
    for (let from = 0; from < all.length; from += limit) void sendGroup(all.slice(from, from + limit))
  }

  async function sendGroup(group: Waiting<T>[]): Promise<void> {
    try {
      await call(group.map((one) => one.items))
      for (const one of group) one.resolve()
    } catch (error) {
      for (const one of group) one.reject(error)
    }
  }

  return (items) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush)
      waiting.push({ items, resolve, reject })
    })
}
