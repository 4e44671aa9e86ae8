import { ifPossible } from '../tools/sandbox-client.ts'
import { readFinalState } from './final-state.ts'
import type { Fixture } from './fixture.ts'

const OPEN =
  /"action_id":"(mail\.open_listed)","text":\{"type":"plain_text","text":"Open(?: newest)?","emoji":false\},"value":"([^"]+)"/g

/** Opens every mail that a list of the app shows, as a person does; returns how many were not open yet. */
export async function openListedMail(fixture: Fixture): Promise<number> {
  const { sandbox, people } = fixture
  const [user] = people
  const { posts } = await readFinalState(fixture)
  const lines = posts.flatMap(({ channel, ts, content }) =>
    [...content.matchAll(OPEN)].map(([, action_id = '', value = '']) => ({
      channel,
      message_ts: ts,
      action_id,
      value,
    })),
  )
  for (const line of lines) await ifPossible(sandbox.slack.click({ user, ...line }))
  return lines.length
}
