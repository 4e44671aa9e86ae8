import { UpstreamError } from './errors.ts'

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

/** A service's answer for a person who waits; undefined if the service fails or is too slow. Throws any error that is not the service's. */
export const answerWithin = <T>(ms: number, answer: Promise<T>): Promise<T | undefined> =>
  withTimeout(
    ms,
    answer.catch((error: unknown) => {
      if (error instanceof UpstreamError) return undefined
      throw error
    }),
  )
