/** The result of `work`, or undefined after `ms`. The work itself is not cancelled; its later result is ignored. */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let limit: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((done) => {
    limit = setTimeout(() => done(undefined), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(limit)
  }
}
