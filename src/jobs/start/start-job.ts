import { allowed } from '../../access/authorize.ts'
import { returnIfRefused, UpstreamError } from '../../core/errors.ts'
import { type ScopedFeature, scopedHandler } from '../../scoped-feature.ts'
import { channelMention } from '../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { decodeMessage } from '../../slack/directory/decode-message.ts'
import { findChannelFacts } from '../../slack/outbox/cleared-writes.ts'
import type { Requester } from '../../slack/outbox/private-reply.ts'
import type { ThreadQuotes } from '../conversation/thread-context.ts'
import { createJobId } from '../model/job-ids.ts'
import { limitQuotes, type Prompt, sortQuotes, withLeftOutFiles } from '../model/job-prompt.ts'
import { nameJob } from '../model/job-title.ts'
import type { Job } from '../model/job.ts'
import { withAsker } from '../model/other-job.ts'
import { dropProjectPrefix, splitMistypedPrefix, splitProjectPrefix } from '../model/projects.ts'
import { askToStart } from '../access/authorize-start.ts'
import { describeStartAct } from '../access/job-act.ts'
import { refuseRequester, answerRequester } from '../notify/requester-reply.ts'
import { findLikelyProjects } from '../card/card-context.ts'
import { admitAfterHold, holdJob } from '../run/admission.ts'
import type { JobScope } from '../job-scope.ts'
import { jobTextIn } from '../text/jobs-text.ts'
import { cardRef } from '../updates/card-ref.ts'
import { askForChannel, askForInvitation } from './choose-channel.ts'
import { continueOrAsk } from './continue-or-ask.ts'
import { findDuplicate } from './find-duplicate.ts'
import { quoteUnsentJob } from './quote-unsent-job.ts'
import { type StartRequest, startTask } from './start-task.ts'

/** Handles a request up to the card and the hold before the create request. */
export const startFeature: ScopedFeature<JobScope> = {
  tasks: [
    scopedHandler(startTask, startJob, async (scope, request) => {
      const act = { ...describeStart(request), action: 'jobs.start' as const }
      await scope.authorizer.recordAct(act, { outcome: 'failed' })
      return false
    }),
  ],
}

const isFormSource = (source: Job['door']): boolean => ['form', 'shortcut', 'list', 'again'].includes(source)

const opIdOf = ({ eventId }: StartRequest): string => `jobs.start:${eventId}`

/** The start of a job that continues another has its own verb. */
const describeStart = (request: StartRequest) => {
  const { team, user, channel, threadTs, from } = request
  const verb = from === undefined ? 'start' : 'continue'
  return describeStartAct({ team, user, channel, threadTs, verb, opId: opIdOf(request) }, request)
}

async function startJob(scope: JobScope, request: StartRequest): Promise<void> {
  const { people, projects, jobs } = scope
  const { team, user, channel, at, eventId, responseUrl } = request
  const threadTs = request.context?.threadTs
  const requester: Requester = { team, user, channel, threadTs, opId: opIdOf(request), responseUrl }
  const typed = request.isRaw ? await decodeMessage(people, team, request.text) : request.text
  const { project, text } = await chooseProject(scope, request, typed.trim())
  // On a repeat after a crash, the existing job is only finished.
  const isRepeat = (await jobs.store.get(createJobId(at, eventId))) !== undefined
  const permission = isRepeat ? allowed : await askToStart(scope, describeStart(request), project)
  if (permission.is !== 'allowed') return refuseStart(scope, request, requester, { refusal: permission.message, typed })
  if (projects.names.length === 0) return answerRequester(scope, requester, (texts) => texts.noProject)
  if (text === '') return answerRequester(scope, requester, (texts) => texts.empty)
  const { quotes = [], source, used, mail } = request
  const draft = {
    text,
    quotes,
    ...(project && { project }),
    ...(source && { source }),
    ...(used && { used }),
    ...(mail && { mail }),
  }
  if (request.door === 'command' && !isRepeat) {
    const isOutside = await isOutsideConversation(scope, request)
    const place = { ...requester, channel, opId: eventId }
    // Nobody can invite an app to direct messages of several people.
    if (isOutside && /^[CG]/.test(channel) && !request.isGroup) return askForInvitation(scope, place, draft)
    if (isOutside) return askForChannel(scope, place, draft)
  }
  if (isFormSource(request.door) && !isRepeat && (await scope.access.checkChannel(team, user, channel)) !== 'open')
    return askForChannel(scope, { team, user, opId: eventId }, draft, (texts) =>
      texts.cannotPostThere({ channel: channelMention(channel) }),
    )
  await createJobRecord(scope, request, { project, text })
}

/**
 * Whether the app is not part of a conversation, where nobody would see the job or could undo it. Returns false if Slack does not answer: if the card
 * is refused, the requester is sent instructions.
 */
async function isOutsideConversation(
  { slack: { conversations }, people }: JobScope,
  { team, user, channel }: StartRequest,
): Promise<boolean> {
  if (!/^[CG]/.test(channel)) return conversations.isInaccessible(team, user, channel)
  try {
    const isKnownMember = await people.channel(team, channel).then(({ isMember }) => isMember, returnIfRefused(false))
    return !isKnownMember && !(await conversations.hasApp(team, channel))
  } catch (error) {
    if (error instanceof UpstreamError) return false
    throw error
  }
}

/**
 * Refuses a start. The channel in a form is unverified: if the person can't read it, the answer is sent by direct message. Text typed in a form or
 * after the command is returned to them.
 */
async function refuseStart(
  scope: JobScope,
  { door, team, user, channel }: StartRequest,
  requester: Requester,
  { refusal, typed }: { refusal: Message; typed: string },
): Promise<void> {
  const isElsewhere = isFormSource(door) && !(await scope.access.mayRead(team, user, channel))
  const isLost = isFormSource(door) || door === 'command'
  const where = isElsewhere ? { ...requester, channel: undefined } : requester
  await refuseRequester(scope, where, refusal, isLost ? typed : undefined)
}

/** Returns the job that the new one continues, if the person may still read it. */
async function findContinuedJob({ jobs, jobAccess }: JobScope, { user, from }: StartRequest): Promise<Job | undefined> {
  const job = from === undefined ? undefined : await jobs.store.get(from)
  return job && (await jobAccess.mayReadJob({ user }, job)) ? job : undefined
}

/**
 * Returns the project named in the text, else the channel's, else the person's, else the only one, else the one whose mistyped name the text begins
 * with; an empty one, and a person picks, if there is none of these or the mistyped name is of another project.
 */
export async function chooseProject(
  { settings, projects: { names } }: JobScope,
  request: Pick<StartRequest, 'team' | 'user' | 'channel' | 'project'>,
  text: string,
): Promise<{ project: string; text: string }> {
  if (request.project !== undefined) return { project: request.project, text: dropProjectPrefix(text, request.project) }
  const named = splitProjectPrefix(text, names)
  if (named.project) return { project: named.project, text: named.text }
  const channel = await settings.channel(request.team, request.channel)
  const person = await settings.person(request.team, request.user)
  const known = [channel.project, person.project].find((name) => name !== undefined && names.includes(name))
  const project = known ?? (names.length === 1 ? names[0] : undefined)
  const meant = splitMistypedPrefix(text, names)
  // Another project than the meant one may be right, and the text a title with a colon: the card asks.
  if (meant && project !== undefined && project !== meant.project) return { project: '', text }
  return meant ?? { project: project ?? '', text }
}

/** Quotes the thread, and the text of its last job if that was never sent. */
async function quoteThreadWithJob(
  scope: JobScope,
  { team, user, channel, at }: StartRequest,
  context: NonNullable<StartRequest['context']>,
): Promise<ThreadQuotes> {
  const { quotes, used } = await scope.threads.quoteThread({ team, channel, ...context }, user)
  const unsent = await quoteUnsentJob(scope, { channel, threadTs: context.threadTs, user, at, quotes })
  if (unsent.length === 0) return { quotes, used }
  const limited = limitQuotes(sortQuotes([...unsent, ...quotes]), { isHead: (quote) => quote === unsent[0] })
  const messages = limited.quotes.length
  return { quotes: limited.quotes, used: { ...used, messages, older: used.older + limited.older } }
}

async function createJobRecord(
  scope: JobScope,
  request: StartRequest,
  { project, text }: { project: string; text: string },
): Promise<void> {
  const { jobs, cards } = scope
  const { channel, threadTs, context } = request
  const thread = context ? await quoteThreadWithJob(scope, request, context) : undefined
  const prompt: Prompt = {
    instruction: withLeftOutFiles(text, request.files ?? []),
    quotes: request.quotes ?? thread?.quotes ?? [],
    ...(request.source && { source: request.source }),
  }
  const from = await findContinuedJob(scope, request)
  const facts = await findChannelFacts(scope, channel)
  // The name of a job is also shown to people outside a private channel: in a mirror, and to a new owner.
  const isOpen = facts !== undefined && !facts.isPrivate && !facts.isShared
  const isFromList = await isUnchangedListRequest(scope, request, text)
  const title = nameJob(text, isOpen && (context || isFromList) ? prompt.quotes : [], channel, { isFromList })
  const used = countFiles(request.used ?? thread?.used, request.files?.length ?? 0)
  // The card names the mail of a job, which no other organization may read unless the requester agrees after the card is refused.
  const mayReachOutsiders = !request.mail && facts?.isShared
  const fresh = {
    ...buildJob(request, { project, title, used, from: from?.id }),
    ...(mayReachOutsiders && { sharedIn: [channel] }),
  }
  const chosen = fresh.project === '' ? { ...fresh, likely: await findLikelyProjects(scope, fresh) } : fresh
  const instruction = isFromList ? undefined : prompt.instruction
  const duplicate = request.twinIsFine ? undefined : await findDuplicate(scope, chosen, instruction)
  const asking = duplicate === undefined ? chosen : { ...chosen, state: 'asking' as const, twin: duplicate }
  const added = await jobs.store.add(asking, prompt)
  const job = from ? await continueOrAsk(scope, from.id, added) : added
  // Linked before the card is shown, which follows the other job from then on.
  if (job.twin !== undefined) await jobs.store.update(job.twin, (other) => withAsker(other, job.id))
  // The hold is written before the card is posted, which then shows it from the start. Admission follows the card, so nothing in its thread precedes
  // it.
  const held = job.state === 'picking' ? await holdJob(scope, job) : job
  await cards.show(cardRef(job), { channel, ...(threadTs && { thread: { ts: threadTs } }) })
  await admitAfterHold(scope, held)
}

/** Whether a job from the docs list has the instruction that its form proposed, which names no subject. */
async function isUnchangedListRequest(
  { languages }: JobScope,
  { team, user, door }: StartRequest,
  text: string,
): Promise<boolean> {
  return door === 'list' && text.trim() === jobTextIn(await languages.ofPerson(team, user)).collect.instruction
}

/** Counts the parts left out of the job, including the files of the asking message. */
function countFiles(used: Job['used'], files: number): Job['used'] {
  const base = used ?? { messages: 0, older: 0, files: 0, images: 0 }
  return files === 0 ? used : { ...base, files: base.files + files }
}

function buildJob(
  request: StartRequest,
  { project, title, used, from }: { project: string; title: string; used: Job['used']; from: string | undefined },
): Job {
  const { team, user, channel, threadTs, askedTs, requestTs, eventId, at, door, isGroup, mail } = request
  return {
    id: createJobId(at, eventId),
    team,
    requester: user,
    channel,
    ...(threadTs && { threadTs }),
    ...(askedTs && { askedTs }),
    ...(requestTs && { requestTs }),
    door,
    ...(from && { from }),
    project,
    title,
    ...(used && { used }),
    ...(isGroup && { isGroup: true }),
    ...(mail && { mail }),
    state: 'picking',
    askedAt: at,
    attempt: 1,
    run: 1,
    beat: 0,
    sent: 0,
    followUps: 0,
  }
}
