import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../scoped-feature.ts'
import { isRecent } from '../../core/clock.ts'
import { returnIfRefused } from '../../core/errors.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { linkTo } from '../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { timestampToMs } from '../../slack/blocks/timestamps.ts'
import { decodeMessage } from '../../slack/directory/decode-message.ts'
import type { TypedMessage } from '../../slack/inbound/listeners.ts'
import type { Requester } from '../../slack/outbox/private-reply.ts'
import { readCardUrl } from '../card/card-context.ts'
import { addFollowUp } from '../follow-up/keep-follow-up.ts'
import { holdSmallTalk, isSmallTalk, maySendReply, offerToSend } from '../follow-up/reply-hint.ts'
import { jobActions } from '../model/allowed-actions.ts'
import { isCopyIn } from '../model/follow-up.ts'
import { createJobId } from '../model/job-ids.ts'
import { withLeftOutFiles } from '../model/job-prompt.ts'
import { type Job, shortenTitle } from '../model/job.ts'
import { splitProjectPrefix } from '../model/projects.ts'
import { authorizeRequester, findJobToChange } from '../access/authorize-requester.ts'
import { answerRequester } from '../notify/requester-reply.ts'
import { renderQuota } from '../quota/quota-message.ts'
import type { JobScope } from '../job-scope.ts'
import { findJobToAddTo } from '../start/find-job-to-add-to.ts'
import { locationOfMessage, sendStart } from '../start/start-task.ts'
import { jobTextIn } from '../text/jobs-text.ts'
import { askAboutMessage } from './ask-about-message.ts'
import { isTooLongToAsk, parseDocsCommand, type ParsedCommand, type TextCommand } from './command-grammar.ts'
import { renderHelp, renderStatus } from './command-replies.ts'
import { messageLane } from './message-lane.ts'

/** A reply can arrive before the card's record is written. */
const YOUNG_MS = 60_000
const SETTLE_MS = 500

const FOLLOW_UP = { verb: 'follow_up', needs: jobActions.follow_up.needs }

const incomingMessageSchema = z.object({
  team: z.string(),
  user: z.string(),
  channel: z.string(),
  isDirect: z.boolean(),
  ts: z.string(),
  threadTs: z.string().optional(),
  text: z.string(),
  files: z.array(z.string()).optional(),
  mentions: z.boolean(),
  heardAt: z.number(),
})
const incomingMessageTask = taskKind('jobs.heard', incomingMessageSchema)
type IncomingMessage = z.infer<typeof incomingMessageSchema>

/** Handles messages: a mention starts a job or is a follow-up; a reply in a job's thread is a follow-up under the channel's rule. */
export const incomingMessagesFeature: ScopedFeature<JobScope> = {
  listen: (slack) => slack.message(sendIncomingMessage),
  tasks: [
    scopedHandler(
      incomingMessageTask,
      handleMessage,
      // A person who only wrote in a thread did not expect Bellhop to read the message, so nobody is notified.
      async (scope, { mentions, isDirect }) => (mentions || isDirect ? false : undefined),
    ),
  ],
}

const isYoung = ({ clock }: JobScope, threadTs: string): boolean => clock.now() - timestampToMs(threadTs) < YOUNG_MS

/** Most messages in a workspace are not about a job and become no task. */
async function isRelevant(scope: JobScope, message: TypedMessage): Promise<boolean> {
  const { channel, channelType, ts, threadTs, mentionsApp } = message
  if (mentionsApp || channelType === 'im') return true
  if (threadTs === undefined || threadTs === ts) return false
  if (isYoung(scope, threadTs)) return true
  return (await scope.jobs.store.listThread(channel, threadTs)).length > 0
}

async function sendIncomingMessage(scope: JobScope, message: TypedMessage): Promise<void> {
  if (!(await isRelevant(scope, message))) return
  const { team, user, channel, channelType, ts, threadTs, text, files, mentionsApp, eventId } = message
  const task = incomingMessageTask.of({
    team,
    user,
    channel,
    isDirect: channelType === 'im',
    ts,
    text,
    mentions: mentionsApp,
    heardAt: scope.clock.now(),
    ...(files.length > 0 && { files: files.map(({ name }) => name) }),
    ...(threadTs && threadTs !== ts && { threadTs }),
  })
  const lane = messageLane({ team, channel, threadTs })
  await scope.queue.send(task, { id: `jobs.heard:${team}:${eventId}`, ...(lane && { lane }) })
}

const eventIdOf = ({ channel, ts }: IncomingMessage): string => `${channel}:${ts}`

const requesterOf = ({ team, user, channel, threadTs, ts }: IncomingMessage): Requester => ({
  team,
  user,
  channel,
  threadTs,
  opId: `jobs.heard:${channel}:${ts}`,
})

async function handleMessage(scope: JobScope, message: IncomingMessage): Promise<void | { againMs: number }> {
  const { jobs, projects, clock } = scope
  const { channel, threadTs, mentions, isDirect, heardAt } = message
  const text = await readText(scope, message)
  if (threadTs === undefined) return mentions || isDirect ? startFromMessage(scope, message, text) : undefined
  const inThread = await jobs.store.listThread(channel, threadTs)
  // On a repeat after a crash, the message must not become a follow-up of the job that it started.
  if (inThread.some(({ id }) => id === createJobId(heardAt, eventIdOf(message)))) return
  const job = await findReachableJob(scope, message, findTargetJob(inThread))
  // A named project asks for a job of its own, not for a follow-up of the existing one.
  if (job && mentions && splitProjectPrefix(text, projects.names).project !== undefined)
    return startFromMessage(scope, message, text)
  if (job) return followUpFromMessage(scope, message, job, text)
  if (inThread.length === 0) {
    if (isRecent(clock, heardAt, SETTLE_MS) && isYoung(scope, threadTs)) return { againMs: SETTLE_MS }
    const head = await findHead(scope, message, threadTs)
    if (head?.isCard) return followUpUnderCard(scope, message, head.job, text)
    if (head && isDirect) return startFromMessage(scope, message, text, head.job)
  }
  if (mentions || isDirect) return startFromMessage(scope, message, text)
}

/** Reads the text as people see it, without the mention of the app. */
async function readText(
  { people, slack: { installations } }: JobScope,
  { team, text }: IncomingMessage,
): Promise<string> {
  const own = await installations.forTeam(team)
  const bare = text.replaceAll(new RegExp(`<@${own.userId}(\\|[^>]*)?>`, 'g'), ' ')
  return (await decodeMessage(people, team, bare)).trim().replaceAll(/[ \t]+/g, ' ')
}

/** Returns the job that a reply in a thread is about: the newest that was not dropped or refused. */
const findTargetJob = (jobs: Job[]): Job | undefined =>
  jobs.findLast((job) => job.state !== 'dropped' && job.state !== 'refused')

/** Returns the job, unless its card has moved to a conversation that the person may not read. Throws if Slack does not answer. */
async function findReachableJob(
  { jobAccess }: JobScope,
  message: IncomingMessage,
  job: Job | undefined,
): Promise<Job | undefined> {
  // A person who writes in the job's own conversation is a member. Permission for the follow-up is checked later.
  return job && (job.channel === message.channel || (await jobAccess.mayReadJob(message, job))) ? job : undefined
}

/** Finds the job by its card, which names the job and may be posted before its record is updated, or by a notice about it. */
async function findHead(
  scope: JobScope,
  message: IncomingMessage,
  threadTs: string,
): Promise<{ job: Job; isCard: boolean } | undefined> {
  const { settings, threads, jobs } = scope
  const { team, channel, mentions, isDirect, ts } = message
  const { followUp } = await settings.channel(team, channel)
  const mayAnswer = followUp !== 'mention' && isYoung(scope, threadTs)
  if (!mentions && !isDirect && !mayAnswer) return undefined
  // An unreadable thread is not headed by the app's card.
  const head = await threads.findHead({ team, channel, threadTs, before: ts }).catch(returnIfRefused(undefined))
  const job = head && (await jobs.store.get(head.id))
  return job && { job, isCard: head.isCard }
}

/** Handles a reply to the card itself, which may be a copy in a conversation whose members may not steer the job. */
async function followUpUnderCard(scope: JobScope, message: IncomingMessage, head: Job, text: string): Promise<void> {
  if (await findReachableJob(scope, message, head)) return followUpFromMessage(scope, message, head, text)
  await findJobToChange(scope, requesterOf(message), { id: head.id, seenIn: message.channel, ...FOLLOW_UP })
}

async function followUpFromMessage(scope: JobScope, message: IncomingMessage, job: Job, text: string): Promise<void> {
  const { team, user, channel, threadTs, ts, files = [], mentions, isDirect } = message
  const { followUp } = await scope.settings.channel(team, channel)
  const requester = requesterOf(message)
  const sent = withLeftOutFiles(text, files)
  const reply = { ...requester, channel, threadTs: threadTs ?? ts, ts, text: sent }
  if (followUp === 'mention' && !mentions && !isDirect) return text === '' ? undefined : offerToSend(scope, job, reply)
  if (!(await findJobToChange(scope, requester, { id: job.id, seenIn: channel, ...FOLLOW_UP }))) return
  if (text === '') return answerRequester(scope, requester, ({ empty }) => empty)
  if (isSmallTalk(job, text)) return holdSmallTalk(scope, job, { ...reply, isDirect })
  const location = { channel, threadTs: ts }
  await addFollowUp(scope, job, { user, verb: FOLLOW_UP.verb, location, text: sent, source: eventIdOf(message) })
  if (isCopyIn(job, channel)) await pointToThread(scope, requester, job)
}

/** Answers a follow-up written below a copy of the card privately: its outcome is shown in the job's own thread. */
async function pointToThread(scope: JobScope, requester: Requester, job: Job): Promise<void> {
  const url = await readCardUrl(scope, job)
  await answerRequester(scope, requester, ({ followUpOnCopy }) => followUpOnCopy({ link: linkTo(url) }))
}

/** Starts a job from a message, or asks first if the text may be for another job: `noticed` is the one that the message replies to a notice about. */
async function startFromMessage(scope: JobScope, message: IncomingMessage, text: string, noticed?: Job): Promise<void> {
  const { team, user, channel, ts, threadTs, files, isDirect, heardAt } = message
  const parsed = parseDocsCommand(text, { hasContext: threadTs !== undefined })
  if (parsed.kind !== 'prompt' && !(await authorizeRequester(scope, requesterOf(message)))) return
  const read = await answerSubcommand(scope, message, parsed)
  if (read === undefined) return
  const asked = { ...requesterOf(message), ...message }
  if (read.kind === 'unclear') return askAboutMessage(scope, asked, read)
  if (noticed && !isTooLongToAsk(text) && (await maySendReply(scope, noticed, message))) {
    const doubt = { why: 'reply' as const, title: shortenTitle(noticed) }
    return askAboutMessage(scope, asked, { ...read, doubt, noticed })
  }
  const waiting = isDirect && threadTs === undefined ? await findJobToAddTo(scope, message) : undefined
  if (waiting && !isTooLongToAsk(text)) return askAboutMessage(scope, asked, { ...read, addTo: waiting })
  await sendStart(scope.queue, {
    team,
    user,
    channel,
    ...locationOfMessage(message, isDirect),
    eventId: eventIdOf(message),
    at: heardAt,
    door: isDirect ? 'direct' : 'mention',
    text,
    isRaw: false,
    ...(files && { files }),
    ...(threadTs && { context: { threadTs, before: ts } }),
  })
}

/** Answers a subcommand; returns any other command. */
async function answerSubcommand(
  scope: JobScope,
  message: IncomingMessage,
  parsed: ParsedCommand,
): Promise<TextCommand | undefined> {
  if (parsed.kind === 'prompt' || parsed.kind === 'unclear') return parsed
  const reply = await renderReply(scope, message, parsed)
  if (reply === undefined) return parsed.kind === 'status' ? parsed.otherwise : undefined
  await answerRequester(scope, requesterOf(message), reply)
  return undefined
}

/** Renders the answer to a subcommand; undefined if there is no job with that name. */
async function renderReply(
  scope: JobScope,
  message: IncomingMessage,
  parsed: Exclude<ParsedCommand, TextCommand>,
): Promise<Message | string | undefined> {
  const language = await scope.languages.ofPerson(message.team, message.user)
  const text = jobTextIn(language)
  switch (parsed.kind) {
    case 'empty':
      return text.empty
    case 'help':
      return renderHelp(scope, text, message.user)
    case 'quota':
      return renderQuota(scope, text)
    case 'audit':
    case 'settings':
    case 'list':
    case 'jobs':
      return text.useCommand({ word: parsed.kind })
    case 'status':
      return renderStatus(scope, language, parsed.name, (job) => scope.jobAccess.mayReadJob(message, job))
  }
}
