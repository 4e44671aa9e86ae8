import { actionsBlock, contextBlock, quoteBlock, section } from '../../slack/blocks/block-builders.ts'
import { escapeMrkdwn, mrkdwnLink, truncate } from '../../slack/blocks/mrkdwn.ts'
import type { Button } from '../../slack/blocks/slack-message.ts'
import { readQuietName } from '../../slack/directory/quiet-name.ts'
import { returnedDraftId } from '../follow-up/reply-hint.ts'
import { renderActionButton } from '../card/action-buttons.ts'
import { readCardUrl } from '../card/card-context.ts'
import type { JobScope } from '../job-scope.ts'
import { canRestart, type Job, shortenTitle } from '../model/job.ts'
import { endKeyOf } from '../model/offer.ts'
import { jobActions } from '../model/allowed-actions.ts'
import { keepOffer } from '../notify/posted-offers.ts'
import { type JobText, jobTextIn } from '../text/jobs-text.ts'
import type { JobActionRequest } from './job-action-task.ts'

const TEXT_CHARS = 2500

/**
 * Returns the text of a form to its person by direct message, if they changed it, once the job was started or stopped while the form was open. Safe to
 * repeat.
 */
export async function returnEdit(scope: JobScope, job: Job, edit: JobActionRequest): Promise<void> {
  const { team, user, arg = '', draft, eventId } = edit
  const shown = draft === undefined ? undefined : await scope.drafts.get(user, draft)
  if (arg === '' || arg === shown?.text.trim()) return
  const text = jobTextIn(await scope.languages.ofPerson(team, user))
  const sentence = await describeMissedEdit(scope, text, job)
  const quote = truncate(arg, TEXT_CHARS)
  const url = await readCardUrl(scope, job)
  const link = url === undefined ? undefined : mrkdwnLink(url, text.list.card)
  const opId = `jobs.returned:${eventId}`
  const offer = { text: sentence, quote, ...(link !== undefined && { link }) }
  await keepOffer(scope, job, opId, { ...offer, until: canRestart(job) ? endKeyOf(job) : 'continued' })
  const blocks = [
    section(sentence),
    quoteBlock(quote),
    ...actionsBlock(await renderWayOn(scope, text, job, { user, arg, eventId })),
    ...contextBlock(link),
  ]
  await scope.outbox.postDirect({ team, user, opId, message: { text: sentence, blocks } })
}

/** Where the job takes follow-ups, one click sends the text; the draft keeps it. */
async function renderWayOn(
  { drafts }: JobScope,
  text: JobText,
  job: Job,
  { user, arg, eventId }: { user: string; arg: string; eventId: string },
): Promise<Button> {
  if (canRestart(job)) return renderActionButton(text, 'edit', job)
  if (!jobActions.send_reply.isAllowed(job)) return renderActionButton(text, 'follow_up', job)
  const argument = returnedDraftId(eventId)
  await drafts.save(user, argument, { door: 'form', text: arg, quotes: [] })
  return renderActionButton(text, 'send_reply', job, { argument })
}

async function describeMissedEdit({ people }: JobScope, text: JobText, job: Job): Promise<string> {
  const { team, state, droppedBy, undoneBy, startedBy } = job
  const by = state === 'dropped' ? (droppedBy ?? undoneBy) : startedBy?.user
  const name = by === undefined ? text.someone : await readQuietName(text, people, team, by)
  const values = { name, title: escapeMrkdwn(shortenTitle(job)) }
  return state === 'dropped' ? text.editStopped(values) : text.editStarted(values)
}
