import type { Reply } from './reply.ts'

type Decision = NonNullable<Reply['decision']>

/** Returns the reply with the person who has just set its time, taken it back, stopped its attempts or dismissed it. */
export const withDecision = (reply: Reply, verb: Decision['verb'], by: string, at?: number): Reply => ({
  ...reply,
  decision: { verb, by, schedules: reply.schedules ?? 0, ...(at !== undefined && { at }) },
})

/** The act that led to the present state of the reply. An older process changes the time without a record of the person. */
export function findDecision({ state, schedules = 0, decision }: Reply): Decision | undefined {
  if ((state === 'cancelled') !== (decision?.verb === 'cancel')) return undefined
  return decision?.schedules === schedules ? decision : undefined
}

/** The person who decided about the request for approval, or took the reply back after that; undefined if nobody did, or it isn't known. */
export function findDecider(reply: Reply): string | undefined {
  const { verdict = 'approved', by } = reply.approval?.decided ?? {}
  return reply.state === 'cancelled' && verdict === 'approved' ? findDecision(reply)?.by : by
}
