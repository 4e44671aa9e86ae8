import { ifPossible } from '../tools/sandbox-client.ts'
import type { Fixture } from './fixture.ts'
import { readFinalState } from './final-state.ts'
import { closeForms, isSuccessful, waitForForm } from './person.ts'

/** From now on, what leaves from the inbox has to be approved by somebody else. */
export async function requireApproval({ sandbox, people, inbox, mailChannel }: Fixture): Promise<void> {
  const approvers = people.map((id) => `<@${id}>`).join(' ')
  const admin = people.at(-1) ?? people[0]
  const command = { user: admin, channel: mailChannel, command: '/mail', text: `approval ${inbox} ${approvers}` }
  for (let attempt = 0; attempt < 20; attempt += 1)
    if (isSuccessful(await ifPossible(sandbox.slack.sendCommand(command)))) return
}

/** People approve what waits for them, and send now what waits for its time. Returns how much of that they found. */
export async function decideSends(fixture: Fixture, seen: Set<string>): Promise<number> {
  const { sandbox, people } = fixture
  const { posts } = await readFinalState(fixture)
  let found = 0
  for (const { channel, ts, content } of posts) {
    const [, reply] = /"mail\.review"[^{}]*(?:\{[^{}]*\}[^{}]*)*"value":"([^"]+)"/.exec(content) ?? []
    const approver = people.find((id) => id === channel)
    if (approver === undefined || reply === undefined) continue
    found += 1
    if (seen.has(`${reply}:${approver}`)) continue
    await closeForms(fixture, approver)
    const click = { user: approver, channel, message_ts: ts, action_id: 'mail.review', value: reply }
    if (!isSuccessful(await ifPossible(sandbox.slack.click(click)))) continue
    const view = await waitForForm(fixture, approver, 'mail.approve')
    const sent = view && (await ifPossible(sandbox.slack.submitView({ user: approver, view_id: view.id, values: {} })))
    // Whoever wrote a mail has no such message; of the others, one is enough.
    if (isSuccessful(sent)) for (const id of people) seen.add(`${reply}:${id}`)
    await closeForms(fixture, approver)
  }
  for (const { channel, ts, content } of posts.filter(({ content: text }) => text.includes('"mail.send_now"'))) {
    found += content === '' ? 0 : 1
    await ifPossible(sandbox.slack.click({ user: people[0], channel, message_ts: ts, action_id: 'mail.send_now' }))
  }
  return found
}
