import { answerSoon } from '../../../access/access-policy.ts'
import { withinQuestionTime } from '../../../core/question-time.ts'
import type { Message, View } from '../../../slack/blocks/slack-message.ts'
import type { Action, Command } from '../../../slack/inbound/listeners.ts'
import type { Feature } from '../../../slice.ts'
import { type PageTrail, parseTrail } from '../../records/page-trail.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import type { OutboundServices } from '../outbound-services.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { clearSuppression } from './clear-suppression.ts'
import { type ClearRequest, clearSuppressionTask, sendClearSuppression } from './clear-task.ts'
import { suppressedActionIds } from './suppressed-ids.ts'
import { buildSuppressedModal } from './suppressed-modal.ts'
import { readSuppressedPage } from './suppressed-page.ts'

/** The person waits for the list. */
const LOOKUP_MS = 700

/** The addresses that should not be written to: `/mail suppressed`. */
export const suppressedFeature = (services: OutboundServices): Feature => ({
  listen(slack) {
    for (const actionId of [suppressedActionIds.older, suppressedActionIds.newer])
      slack.action(actionId, (action) => turnPage(services, action, parseTrail(action.value ?? '')))
    slack.action(suppressedActionIds.newest, (action) => turnPage(services, action, { before: [] }))
    slack.action(suppressedActionIds.clear, (action) => clearRow(services, action))
  },
  tasks: [clearSuppressionTask.handler((request, { attempt }) => carryOut(services, request, attempt))],
})

/** Opens the list. */
export async function openSuppressed(services: OutboundServices, command: Command): Promise<void> {
  await recordAccountBlocks(services, command)
  await services.views.open(command.team, command.triggerId, await renderSuppressed(services, command, { before: [] }))
}

/** What the whole account does not send to is in the list of those who administer mail, although nobody has written to it. */
async function recordAccountBlocks(services: OutboundServices, { team, user }: Command): Promise<void> {
  const {
    access,
    clock,
    outbound: { sendBlocks, suppressions },
  } = services
  const decision = await answerSoon(access.decide({ team, user, action: 'mail.administer' }))
  if (decision?.isAllowed !== true) return
  // A form may have asked a moment ago.
  sendBlocks.forget()
  const list = await withinQuestionTime(LOOKUP_MS, sendBlocks.readAccount())
  await Promise.all(
    (list?.entries ?? []).map(async ({ entry, at = clock.now() }) => {
      const known = await suppressions.find(team, entry, '')
      if (!known.some(({ blocked }) => blocked))
        await suppressions.record(team, entry, { blocked: { at, scope: 'account' } })
    }),
  )
}

async function renderSuppressed(
  services: OutboundServices,
  { team, user }: { team: string; user: string },
  trail: PageTrail,
  note?: Message,
): Promise<View> {
  const text = mailTextIn(await services.languages.ofPerson(team, user))
  const page = (await answerSoon(readSuppressedPage(services, { team, user }, trail.after))) ?? 'late'
  return buildSuppressedModal(text, { trail, page, note })
}

async function turnPage(services: OutboundServices, action: Action, trail: PageTrail): Promise<void> {
  const { team, view } = action
  if (view) await services.views.update(team, view.id, await renderSuppressed(services, action, trail))
}

async function clearRow(services: OutboundServices, action: Action): Promise<void> {
  const { team, user, eventId: event, value: id, view } = action
  if (!id) return
  const list = view && { view: view.id, page: view.privateMetadata }
  await sendClearSuppression(services.queue, { team, user, event, id, ...(list && { list }) })
}

/** Clears an address and says so in the list, or by itself if that is closed. */
async function carryOut(services: OutboundServices, request: ClearRequest, attempt: number): Promise<void> {
  const { team, user, event, list } = request
  const note = await clearSuppression(services, request, attempt)
  const shown = list && (await renderSuppressed(services, request, parseTrail(list.page), note))
  const isShown = list && shown && (await services.views.update(team, list.view, shown))
  if (!isShown) await replyToRequester(services, { team, user, opId: `mail.unsuppress:${event}` }, note)
}
