import { expect, test } from 'vitest'
import { actionIds, callbackIds, shortcutIds } from '../../src/mail/action-ids.ts'
import { mailActions, quarantineActions, replyActions } from '../../src/mail/model/allowed-actions.ts'
import { openMailSlice } from '../support/mail-services.ts'

/** The ids and patterns that the slice listens to. */
async function listenedIds() {
  const { slice } = await openMailSlice()
  const actions: (string | RegExp)[] = []
  const callbacks: string[] = []
  slice.listen?.({
    command: () => {},
    action: (actionId) => void actions.push(actionId),
    shortcut: (callbackId) => void callbacks.push(callbackId),
    submit: (callbackId) => void callbacks.push(callbackId),
    message: () => {},
    event: () => {},
  })
  return { actions, callbacks }
}

/** Ids that a builder completes with the name of a field or a direction. */
const completed: Record<string, string> = {
  [actionIds.recipients]: `${actionIds.recipients}:to`,
  [actionIds.turnPage]: `${actionIds.turnPage}:on`,
}

test('every button, menu and field of mail has exactly one listener', async () => {
  const { actions } = await listenedIds()
  for (const id of Object.values(actionIds)) {
    const emitted = completed[id] ?? id
    const matching = actions.filter((one) => (typeof one === 'string' ? one === emitted : one.test(emitted)))
    expect(matching, emitted).toHaveLength(1)
  }
})

test('the tables of allowed actions name only ids that have a listener', () => {
  const known: string[] = Object.values(actionIds)
  const named = [...replyActions, ...quarantineActions, ...mailActions].map(({ actionId }) => actionId)
  expect(named.filter((id) => !known.includes(id))).toEqual([])
})

test('the reply form and the shortcut have a listener; modals that only show a mail need none', async () => {
  const { callbacks } = await listenedIds()
  expect(callbacks.toSorted()).toEqual([callbackIds.reply, shortcutIds.sendAsReply].toSorted())
})
