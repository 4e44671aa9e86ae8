/** What the work answers within this time; undefined when it takes longer, and then it goes on unheard. */
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
