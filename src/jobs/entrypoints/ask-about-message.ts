import { sanitizeLine } from '../../core/sanitize-text.ts'
import { truncate } from '../../slack/blocks/mrkdwn.ts'
import type { Requester } from '../../slack/outbox/private-reply.ts'
import { renderActionButton } from '../card/action-buttons.ts'
import { replyDraftId, returnedDraftId } from '../follow-up/reply-hint.ts'
import { withLeftOutFiles } from '../model/job-prompt.ts'
import type { Job } from '../model/job.ts'
import { answerRequester } from '../notify/requester-reply.ts'
import type { JobScope } from '../job-scope.ts'
import { jobTextIn } from '../text/jobs-text.ts'
import { askAboutAddition } from './addition-question.ts'
import type { StartDoubt } from './command-grammar.ts'
import { renderStartQuestion } from './start-question.ts'

/** Slack's limit of files per message, and the room for their names in the button of a question, in characters. */
const ASKED_FILES = 10
const ASKED_NAME_CHARS = 300

/** A typed message, and its writer. */
interface DoubtfulMessage extends Requester {
  channel: string
  isDirect: boolean
  ts: string
  files?: string[] | undefined
}

/** A text in question: whether it's a job at all, a follow-up to the job that it replies to a notice about, or for a job that has not started. */
type Doubtful = { text: string } & ({ doubt: StartDoubt; noticed?: Job } | { addTo: Job })

/** Asks whether a message is a job of its own: in the conversation in direct messages, and privately elsewhere. */
export async function askAboutMessage(
  scope: JobScope,
  message: DoubtfulMessage,
  { text, ...about }: Doubtful,
): Promise<void> {
  const { team, user, channel, ts, threadTs, files, isDirect } = message
  const asked = {
    text,
    ts,
    ...(threadTs && { threadTs }),
    ...(files && { files: shortenFileNames(files) }),
  }
  if ('addTo' in about) return askAboutAddition(scope, about.addTo, channel, asked)
  const { doubt, noticed } = about
  const texts = jobTextIn(await scope.languages.ofPerson(team, user))
  const followUp =
    noticed &&
    renderActionButton(texts, 'send_reply', noticed, { argument: await keepForFollowUp(scope, message, text) })
  const question = renderStartQuestion(texts, doubt, asked, followUp)
  if (!isDirect) return answerRequester(scope, message, question)
  const thread = threadTs === undefined ? undefined : { ts: threadTs }
  await scope.outbox.post({ team, channel, opId: `jobs.asks:${channel}:${ts}`, message: question, thread })
}

/** Keeps all names, because files are also counted: the more files, the shorter each name. */
function shortenFileNames(files: string[]): string[] {
  const names = files.slice(0, ASKED_FILES)
  return names.map((name) => truncate(sanitizeLine(name), Math.floor(ASKED_NAME_CHARS / names.length)))
}

/** Keeps a text that may become a follow-up for its writer. The job's thread does not show it yet. */
async function keepForFollowUp(
  { drafts }: JobScope,
  { user, channel, ts, files = [] }: DoubtfulMessage,
  text: string,
): Promise<string> {
  const draft = returnedDraftId(replyDraftId(channel, ts))
  await drafts.save(user, draft, { door: 'form', text: withLeftOutFiles(text, files), quotes: [] })
  return draft
}
