import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { withinDeadline, withinQuestionTime } from '../../../core/question-time.ts'
import type { Message, View } from '../../../slack/blocks/slack-message.ts'
import type { Action, Command } from '../../../slack/inbound/listeners.ts'
import { type PageTrail, parseTrail } from '../../records/page-trail.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { clearSuppression } from './clear-suppression.ts'
import { type ClearRequest, clearSuppressionTask, sendClearSuppression } from './clear-task.ts'
import { suppressedActionIds } from './suppressed-ids.ts'
import { buildSuppressedModal } from './suppressed-modal.ts'
import { readSuppressedPage } from './suppressed-page.ts'

/** Short, because the person waits for the list. */
const LOOKUP_MS = 700

/** The addresses that should not be written to: `/mail suppressed`. */
export const suppressedFeature: ScopedFeature<OutboundScope> = {
  listen(slack) {
    for (const actionId of [suppressedActionIds.older, suppressedActionIds.newer])
      slack.action(actionId, (scope, action) => turnPage(scope, action, parseTrail(action.value ?? '')))
    slack.action(suppressedActionIds.newest, (scope, action) => turnPage(scope, action, { before: [] }))
    slack.action(suppressedActionIds.clear, clearRow)
  },
  tasks: [scopedHandler(clearSuppressionTask, (scope, request, { attempt }) => carryOut(scope, request, attempt))],
}

export async function openSuppressed(scope: OutboundScope, command: Command): Promise<void> {
  await recordAccountBlocks(scope, command)
  await scope.views.open(command.team, command.triggerId, await renderSuppressed(scope, command.user, { before: [] }))
}

/** Adds the account's blocks to the list, for people who administer mail, even if nobody has written to those addresses. */
async function recordAccountBlocks(scope: OutboundScope, { team, user }: Command): Promise<void> {
  const {
    access,
    clock,
    outbound: { sendBlocks, suppressions },
  } = scope
  const decision = await withinDeadline(access.decide({ team, user, action: 'mail.administer' }))
  if (decision?.isAllowed !== true) return
  // A form may have asked a moment ago.
  sendBlocks.forget()
  const list = await withinQuestionTime(LOOKUP_MS, sendBlocks.readAccount())
  await Promise.all(
    (list?.entries ?? []).map(async ({ entry, at = clock.now() }) => {
      const known = await suppressions.find(entry, '')
      if (!known.some(({ blocked }) => blocked)) await suppressions.record(entry, { blocked: { at, scope: 'account' } })
    }),
  )
}

async function renderSuppressed(scope: OutboundScope, user: string, trail: PageTrail, note?: Message): Promise<View> {
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  const page = (await withinDeadline(readSuppressedPage(scope, { user }, trail.after))) ?? 'late'
  return buildSuppressedModal(text, { trail, page, note })
}

async function turnPage(scope: OutboundScope, action: Action, trail: PageTrail): Promise<void> {
  const { team, view } = action
  if (view) await scope.views.update(team, view.id, await renderSuppressed(scope, action.user, trail))
}

async function clearRow(scope: OutboundScope, action: Action): Promise<void> {
  const { team, user, eventId: event, value: id, view } = action
  if (!id) return
  const list = view && { view: view.id, page: view.privateMetadata }
  await sendClearSuppression(scope.queue, { team, user, event, id, ...(list && { list }) })
}

/** Clears an address, and answers in the list, or by message if that is closed. */
async function carryOut(scope: OutboundScope, request: ClearRequest, attempt: number): Promise<void> {
  const { team, user, event, list } = request
  const note = await clearSuppression(scope, request, attempt)
  const shown = list && (await renderSuppressed(scope, request.user, parseTrail(list.page), note))
  const isShown = list && shown && (await scope.views.update(team, list.view, shown))
  if (!isShown) await replyToRequester(scope, { team, user, opId: `mail.unsuppress:${event}` }, note)
}
