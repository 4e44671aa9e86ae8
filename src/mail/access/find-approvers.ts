import { findIds, type Subject, subjectKinds } from '../../access/subject.ts'
import { nameWhomToAsk } from '../../access/whom-to-ask.ts'
import { accessTextIn } from '../../access/text/access-text.ts'
import type { Language } from '../../core/language.ts'
import { findThreadChannel } from './mail-acts.ts'
import { readQuietName } from '../../slack/directory/quiet-name.ts'
import { readApprovers } from '../records/approver-setting.ts'
import { listReplyAuthors } from '../records/replies/reply-approval.ts'
import type { Reply } from '../records/replies/reply.ts'
import { findDecider } from '../records/replies/reply-decision.ts'
import type { MailScope } from '../mail-scope.ts'
import { type MailText, mailTextIn } from '../text/mail-text.ts'

/** Limit of people notified of one reply; others find it in the thread and on their lists. */
const TOLD_MAX = 20
/** Limit of people looked up; others in a larger group are not. */
const LOOKED_UP_MAX = 100

/** The people who can approve a reply now. */
export interface Approvers {
  /** People who may approve, can read the conversation, and have not written the reply; as many as are notified. */
  people: string[]
  /** All of these people who were looked up. */
  able: string[]
  /** People who may approve but cannot read the conversation. */
  outside: string[]
  /** Set if there may be others that cannot be listed: all members, or the members of a channel. */
  hasOthers: boolean
}

/** The people named by these subjects, as far as they can be listed. */
export async function listNamedPeople(
  { team, access, slack: { groups, findWorkspaceAdmins } }: MailScope,
  subjects: readonly Subject[],
): Promise<string[]> {
  const members = await Promise.all(groups.readMembers(team, findIds(subjects, 'group')))
  const admins = subjects.includes('admins')
    ? [...(await access.listAppointedAdmins(team)), ...(await findWorkspaceAdmins(team))]
    : []
  const listed = [...findIds(subjects, 'person'), ...members.flatMap((set) => [...set]), ...admins]
  return [...new Set(listed)].slice(0, LOOKED_UP_MAX)
}

/** Whether there may be more people than can be listed. */
export const namesOthers = (subjects: readonly Subject[]): boolean =>
  findIds(subjects, 'channel').length > 0 ||
  subjects.some((subject) => subject !== 'admins' && subjectKinds.some((kind) => kind === subject))

/** Returns those of these people who may approve mail from this inbox. */
export async function filterApprovers({ team, access }: MailScope, inbox: string, users: string[]): Promise<string[]> {
  const answers = await Promise.all(
    users.map(async (user) => (await access.decide({ team, user, action: 'mail.approve', inbox })).isAllowed),
  )
  return users.filter((_, index) => answers[index])
}

type Approvable = Pick<Reply, 'inboxId' | 'thread' | 'user' | 'by' | 'authors' | 'approval'>

/** The people named by these subjects who have not written the reply, those of them who may approve, and those who can also read the conversation. */
async function listApprovers(scope: MailScope, reply: Approvable, subjects: readonly Subject[]) {
  const authors = listReplyAuthors(reply)
  const others = (await listNamedPeople(scope, subjects)).filter((one) => !authors.includes(one))
  const allowed = await filterApprovers(scope, reply.inboxId, others)
  const channel = await findThreadChannel(scope, reply.thread)
  const readers =
    channel === undefined || allowed.length === 0
      ? allowed
      : await scope.access.filterReaders(scope.team, channel, allowed)
  return { others, allowed, readers }
}

/** Finds the people who can approve this reply now. Always asks again, because settings, groups and channels change. */
export async function findApprovers(
  scope: MailScope,
  reply: Approvable,
  subjects: readonly Subject[],
): Promise<Approvers> {
  const { allowed, readers } = await listApprovers(scope, reply, subjects)
  return {
    people: readers.slice(0, TOLD_MAX),
    able: readers,
    outside: allowed.filter((one) => !readers.includes(one)).slice(0, TOLD_MAX),
    hasOthers: namesOthers(subjects),
  }
}

/** Finds the people who can approve this reply by the present settings; undefined if its inbox needs no approval. */
export async function findApproversNow(scope: MailScope, reply: Reply): Promise<Approvers | undefined> {
  const subjects = await readApprovers(scope.settings, scope.team, reply.inboxId)
  return subjects && findApprovers(scope, reply, subjects)
}

/** Whether nobody can approve the reply. */
export const isNobody = ({ people, hasOthers }: Approvers): boolean => people.length === 0 && !hasOthers

/** The approvers as a sentence names them, without mentioning anyone. */
export async function nameApprovers(
  scope: MailScope,
  subjects: readonly Subject[],
  language: Language,
): Promise<string[]> {
  const text = accessTextIn(language)
  const kinds = subjectKinds.filter((kind) => subjects.includes(kind)).map((kind) => text.subjects[kind])
  const named = {
    people: findIds(subjects, 'person'),
    groups: findIds(subjects, 'group'),
    channels: findIds(subjects, 'channel'),
  }
  return [...kinds, ...(await nameWhomToAsk(scope, scope.team, named, text))]
}

/** Names the person who decided about a reply's approval or took it back, in mrkdwn; undefined if nobody did. */
export async function nameDecider(
  { people, team }: Pick<MailScope, 'people' | 'team'>,
  text: MailText,
  reply: Reply,
): Promise<string | undefined> {
  const by = findDecider(reply)
  return by === undefined ? undefined : readQuietName(text, people, team, by)
}

/**
 * The subjects that can approve a reply now. A group in which some cannot, for example because they don't see its channel, is replaced by its members
 * who can, and so are the admins; the members of a channel and everyone of a kind cannot be listed and stay. Each is looked at alone: the limits of a
 * list of all people would hide some of them.
 */
async function listAbleSubjects(scope: MailScope, reply: Reply, subjects: readonly Subject[]): Promise<Subject[]> {
  const able = await Promise.all(
    subjects.map(async (subject): Promise<Subject[]> => {
      if (namesOthers([subject])) return [subject]
      const { others, readers } = await listApprovers(scope, reply, [subject])
      return readers.length > 0 && readers.length === others.length
        ? [subject]
        : readers.slice(0, TOLD_MAX).map((user): Subject => `person:${user}`)
    }),
  )
  return [...new Set(able.flat())]
}

/**
 * The people named by a reply's card because of its approval; `approvers` is empty if nobody can approve it now. Throws `UpstreamError` if Slack does
 * not answer.
 */
export async function nameApproval(
  scope: MailScope,
  reply: Reply,
  language: Language,
): Promise<{ approvers?: string[]; decider?: string }> {
  const { state, inboxId, approval } = reply
  if (!approval) return {}
  const decider = await nameDecider(scope, mailTextIn(language), reply)
  if (decider !== undefined) return { decider }
  const subjects = state === 'awaiting' ? await readApprovers(scope.settings, scope.team, inboxId) : undefined
  if (!subjects) return {}
  const able = await listAbleSubjects(scope, reply, subjects)
  return { approvers: await nameApprovers(scope, able, language) }
}
