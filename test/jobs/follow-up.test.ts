import { expect, test } from 'vitest'
import { type FollowUp, isFollowUpApplied, withFollowUpApplied } from '../../src/jobs/model/follow-up.ts'
import { jobRecord } from './job-record.ts'

const followUp = (n: number, attempt = 1): FollowUp => ({
  n,
  attempt,
  text: 'more',
  users: ['U1'],
  sources: [`${n}`],
  state: 'sent',
  at: 0,
})

test('each attempt counts once, in any order of arrival', () => {
  let now = jobRecord()
  for (const arrived of [followUp(2), followUp(1), followUp(1, 2)]) {
    expect(isFollowUpApplied(now, arrived)).toBe(false)
    now = { ...now, applied: withFollowUpApplied(now, arrived) }
    expect(isFollowUpApplied(now, arrived)).toBe(true)
  }
})
