import { expect, test } from 'vitest'
import { actionIds, callbackIds, shortcutIds } from '../../src/mail/action-ids.ts'
import { mailActions, replyActions } from '../../src/mail/model/allowed-actions.ts'
import { quarantineActions } from '../../src/mail/model/quarantine-actions.ts'
import { moreActions } from '../../src/mail/model/more-actions.ts'
import { threadActions } from '../../src/mail/model/thread-actions.ts'
import { ruleActionIds, ruleCallbackIds } from '../../src/mail/rules/rule-ids.ts'
import type { JobsForMail } from '../../src/slice.ts'
import { savedCallbackIds } from '../../src/mail/saved/saved-ids.ts'
import { openMailSlice } from '../support/mail-services.ts'

const noJobs: JobsForMail = {
  openForm: () => Promise.resolve(),
  findStarted: () => Promise.resolve([]),
  findPullRequest: () => Promise.resolve(undefined),
  showReplyOutcome: () => Promise.resolve(),
}

/** The ids and patterns that the slice listens to. */
async function listenedIds() {
  // The button for docs jobs has a listener only where there are jobs.
  const { slice } = await openMailSlice({ jobs: noJobs })
  const actions: (string | RegExp)[] = []
  const callbacks: string[] = []
  slice.listen?.({
    command: () => {},
    action: (actionId) => void actions.push(actionId),
    options: () => {},
    shortcut: (callbackId) => void callbacks.push(callbackId),
    submit: (callbackId) => void callbacks.push(callbackId),
    close: () => {},
    message: () => {},
    deletion: () => {},
    event: () => {},
  })
  return { actions, callbacks }
}

/** Ids that a builder completes with the name of a field or a direction. */
const completed: Record<string, string> = {
  [actionIds.recipients]: `${actionIds.recipients}:to`,
  [actionIds.placeIn]: `${actionIds.placeIn}:C1`,
  [actionIds.turnPage]: `${actionIds.turnPage}:on`,
  [actionIds.previewPage]: `${actionIds.previewPage}:on`,
  [actionIds.turnReview]: `${actionIds.turnReview}:on`,
  [ruleActionIds.page]: `${ruleActionIds.page}:on`,
}

/** Fields that only their form reads: nothing listens to what is entered in them. */
const silentIds: string[] = [actionIds.findWords, ruleActionIds.inboxes, ruleActionIds.assign]
const otherIds = [...Object.values<string>(actionIds), ...Object.values<string>(ruleActionIds)].filter(
  (id) => !silentIds.includes(id),
)
const tableIds = [...replyActions, ...quarantineActions, ...mailActions, ...moreActions, ...threadActions].flatMap(
  ({ actionId }) => actionId ?? [],
)

test('every button, menu and field of mail has exactly one listener', async () => {
  const { actions } = await listenedIds()
  for (const id of new Set([...otherIds, ...tableIds])) {
    const emitted = completed[id] ?? id
    const matching = actions.filter((one) => (typeof one === 'string' ? one === emitted : one.test(emitted)))
    expect(matching, emitted).toHaveLength(1)
  }
})

test('an id in the tables of allowed actions is not defined a second time', () => {
  expect(tableIds.filter((id) => otherIds.includes(id))).toEqual([])
})

test('the forms and the shortcut have a listener; modals that only show a mail need none', async () => {
  const { callbacks } = await listenedIds()
  const { reply, compose, snooze, handOver, find, approve, decline, sendTime } = callbackIds
  const forms = [
    reply,
    compose,
    snooze,
    handOver,
    find,
    approve,
    decline,
    sendTime,
    ruleCallbackIds.form,
    savedCallbackIds.form,
  ]
  expect(callbacks.toSorted()).toEqual([...forms, shortcutIds.sendAsReply].toSorted())
})
