import { ifPossible } from '../tools/sandbox-client.ts'
import { readFinalState } from './final-state.ts'
import type { Fixture } from './fixture.ts'

const OPEN =
  /"action_id":"(mail\.open_listed)","text":\{"type":"plain_text","text":"Open(?: newest)?","emoji":false\},"value":"([^"]+)"/g

/** Shows every mail of the app's lists in its channel, as a person does; returns how many were not there yet. */
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
  for (const line of lines) {
    await ifPossible(sandbox.slack.click({ user, ...line }))
    const window = (await sandbox.slack.views(user)).findLast(({ type }) => type === 'modal')
    const inWindow = { view_id: window?.id ?? '', action_id: 'mail.post_listed', value: line.value }
    await ifPossible(sandbox.slack.click({ user, ...inWindow }))
  }
  return lines.length
}
