import { actionsBlock, quoteBlock } from '../../slack/blocks/block-builders.ts'
import { truncate } from '../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import { readQuietName } from '../../slack/directory/quiet-name.ts'
import { renderActionButton } from '../card/action-buttons.ts'
import { replyDraftId } from '../follow-up/reply-hint.ts'
import { jobActions } from '../model/allowed-actions.ts'
import { isEnded, type Job } from '../model/job.ts'
import { answerRequester, type JobRequester } from '../notify/requester-reply.ts'
import type { JobScope } from '../job-scope.ts'
import { jobTextIn } from '../text/jobs-text.ts'
import type { AskingMessage, ChangedRequest } from './changed-request-task.ts'

/** How long after the end of a job its writers still read that a change came too late. */
const RECENT_MS = 3_600_000
const SHOWN_CHARS = 300

/** Frozen: buttons carry it after the timestamp of a message, and records as part of a source, for the text that the message has now. */
const EDITED = ':edited'

const describeWriter = ({ team, user }: ChangedRequest, { channel, ts, threadTs }: AskingMessage): JobRequester => ({
  team,
  user,
  channel,
  threadTs: threadTs ?? (channel.startsWith('D') ? undefined : ts),
  opId: `jobs.late:${channel}:${ts}`,
})

/** Whether the agent is at work on the job, may be, or was until a short time ago. */
const isOfInterest = ({ clock }: JobScope, job: Job): boolean =>
  job.state === 'working' ||
  job.state === 'creating' ||
  job.state === 'unknown' ||
  (isEnded(job) && job.endedAt !== undefined && clock.now() - job.endedAt < RECENT_MS)

/**
 * Reports to the writer privately, once for each message, that the agent already has the text of an edited or deleted one. The newest text can be sent as
 * a follow-up. `mayHave`: nobody knows whether the agent has the text.
 */
export async function reportLateChange(
  scope: JobScope,
  job: Job,
  change: ChangedRequest,
  { message, text, mayHave }: { message: AskingMessage; text: string; mayHave: boolean },
): Promise<void> {
  if (!isOfInterest(scope, job)) return
  const writer = describeWriter(change, message)
  if (text === '') {
    const deleted = { ...writer, opId: `${writer.opId}:deleted` }
    if (jobActions.stop.isAllowed(job)) await answerRequester(scope, deleted, (texts) => texts.tooLate({ mayHave }))
    return
  }
  const { channel, ts } = message
  const argument = `${ts}${EDITED}`
  await scope.drafts.save(change.user, replyDraftId(channel, argument), { door: 'form', text, quotes: [] })
  await answerRequester(scope, writer, (texts) =>
    textMessage(texts.lateEdit({ mayHave }), [
      quoteBlock(truncate(text, SHOWN_CHARS)),
      ...actionsBlock(
        jobActions.send_reply.isAllowed(job) && renderActionButton(texts, 'send_reply', job, { argument }),
      ),
    ]),
  )
}

/** Reports to the writer privately, once for each message, that the text of a form counts: a person has it open, or rewrote the text in it before. */
export async function reportEditInForm(
  scope: JobScope,
  job: Job,
  change: ChangedRequest,
  { message, text }: { message: AskingMessage; text: string },
): Promise<void> {
  const { team, user } = change
  const { pausedBy, typedBy } = job
  const editor = pausedBy ?? typedBy ?? user
  const writer = describeWriter(change, message)
  const words = jobTextIn(await scope.languages.ofPerson(team, user))
  const by = await readQuietName(words, scope.people, team, editor)
  const sentence = { isReaders: editor === user, by, isOpen: pausedBy !== undefined }
  await answerRequester(scope, { ...writer, opId: `${writer.opId}:form` }, (texts) =>
    textMessage(texts.editedInForm(sentence), [
      quoteBlock(truncate(text, SHOWN_CHARS)),
      ...actionsBlock(jobActions.change_text.isAllowed(job) && renderActionButton(texts, 'change_text', job)),
    ]),
  )
}
