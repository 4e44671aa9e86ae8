import { expect, test } from 'vitest'
import { parseSlackEvent } from '../../src/slack/inbound/event-payloads.ts'

const parse = (event: object) => parseSlackEvent({ event_id: 'Ev1', event }, 'T1')

test('an event names its person by id, and one about a whole person keeps them', () => {
  expect(parse({ type: 'reaction_added', user: 'U1' })).toMatchObject({ user: 'U1', event: { user: 'U1' } })
  const person = { id: 'U1', is_admin: false }
  expect(parse({ type: 'user_change', user: person })).toMatchObject({ user: '', event: { user: person } })
  expect(parse({ type: 'channel_archive', channel: 'C1' })).toMatchObject({ user: '' })
})
