import { z } from 'zod'

/**
 * An enum of a stored record. Accepts every string, because a later version may have written a member that this one does not know;
 * the type names the known members only, so every switch or lookup over it needs a default at run time.
 */
export function openEnum<const Members extends readonly [string, ...string[]]>(
  members: Members,
): z.ZodType<Members[number]> {
  const ofLaterVersion = z.custom<Members[number]>((value) => typeof value === 'string')
  return z.enum(members).or(ofLaterVersion)
}
