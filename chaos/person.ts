import { setTimeout as sleep } from 'node:timers/promises'
import { ifPossible } from '../tools/sandbox-client.ts'
import type { ActionAnswer, Fields, View } from '../sandbox/control-types.ts'
import type { Fixture } from './fixture.ts'
import type { RecordedPost } from './history.ts'

export const POLL_MS = 150
const SUBMIT_ATTEMPTS = 6
const SUBMIT_AGAIN_MS = 400

export const isSuccessful = (answer: ActionAnswer | undefined): boolean =>
  answer !== undefined && answer.status >= 200 && answer.status < 300

/** The element at this share (from 0, below 1) of a list. */
export const pickAt = <T>(list: T[], share: number): T | undefined => list[Math.floor(share * list.length)]

/** The cards in Slack whose operation id begins so. */
export const findCards = ({ history }: Fixture, opIdPrefix: string): RecordedPost[] =>
  [...history.posts.values()].filter(({ opId }) => opId.startsWith(opIdPrefix))

export async function waitForForm(
  { sandbox, formPolls }: Fixture,
  person: string,
  callbackId: string,
): Promise<View | undefined> {
  for (let poll = 0; poll < formPolls; poll += 1) {
    const views = await sandbox.slack.views(person)
    const found = views.findLast((view) => view.type === 'modal' && view.callback_id === callbackId)
    if (found) return found
    await sleep(POLL_MS)
  }
  return undefined
}

export async function closeForms({ sandbox }: Fixture, person: string): Promise<void> {
  const open = (await sandbox.slack.views(person)).filter(({ type }) => type === 'modal')
  for (const view of open.toReversed()) await ifPossible(sandbox.slack.closeView(person, view.id))
}

/** A person submits until the form closes; a form that comes back changed is submitted once more. */
export async function submitForm(
  fixture: Fixture,
  person: string,
  { callbackId, values }: { callbackId: string; values: Fields },
): Promise<boolean> {
  const { slack } = fixture.sandbox
  for (let attempt = 0; attempt < SUBMIT_ATTEMPTS; attempt += 1) {
    const view = await waitForForm(fixture, person, callbackId)
    if (!view) return false
    const answer = await ifPossible(slack.submitView({ user: person, view_id: view.id, values }))
    const stays = answer?.response_action === 'errors' || answer?.response_action === 'update'
    if (isSuccessful(answer) && !stays) return true
    if (!isSuccessful(answer)) await sleep(SUBMIT_AGAIN_MS)
  }
  return false
}
