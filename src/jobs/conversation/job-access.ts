import type { AccessPolicy } from '../../access/access-policy.ts'
import { returnIfRefused } from '../../core/errors.ts'
import type { People } from '../../slack/directory/people.ts'
import type { Job } from '../model/job.ts'

/** Somebody who wants to see a job or do something with it. */
export interface JobReader {
  user: string
}

/** Who sees a copy of a card without being able to read the job: nobody (`same`), all members, those of a private channel, another organization. */
export type CardAudience = 'same' | 'everyone' | 'members' | 'outsiders'

/** What decides about a link to a job, or to something else in its conversation. */
export type MentionedJob = Pick<Job, 'channel' | 'requester'>

/**
 * Who may read a job: its present requester, and the people who may read the conversation in which its card is. For everybody else the job does
 * not exist. Of those who may read it, the access policy says who may steer it. Asked when something is shown or done, never when a button is drawn.
 * Throws if Slack does not answer.
 */
export interface JobAccess {
  /** May see the job's title, prompt, state and pull request. */
  mayReadJob(this: void, reader: JobReader, job: Job): Promise<boolean>
  /** Whether the job's conversation lets them change it: those who may read it, but of a private channel its present members only. */
  mayChangeJob(this: void, reader: JobReader, job: Job): Promise<boolean>
  /** Of these people, those who may read the job. */
  filterReaders(this: void, job: Job, users: string[]): Promise<string[]>
  /** Whether every full member may read the job. */
  isOpenToMembers(this: void, job: Job): Promise<boolean>
  /** Whether a card in `channel` may say that the other job exists: everyone who reads it there may read the other job too. */
  mayMention(this: void, team: string, channel: string, other: MentionedJob): Promise<boolean>
  /** Who would see a copy of the card there who may not read the job: nobody new (`same`), or whom the person has to agree to. */
  findAudience(this: void, job: Job, channel: string): Promise<CardAudience>
  /** Whether everyone who may read the other job may also read what this one was asked. */
  maySendTextTo(this: void, job: Job, other: Job): Promise<boolean>
}

const isDirect = (channel: string): boolean => /^[DUW]/.test(channel)

/** One module decides about all jobs, from the people and conversations that Slack names. */
export function createJobAccess({ access, people }: { access: AccessPolicy; people: People }): JobAccess {
  async function filterReaders({ team, channel, requester }: Job, users: string[]): Promise<string[]> {
    const others = users.filter((user) => user !== requester)
    const readers = others.length === 0 ? [] : await access.filterReaders(team, channel, others)
    const isRequesterMember = users.includes(requester) && (await access.mayUse(team, requester))
    return users.filter((user) => (user === requester ? isRequesterMember : readers.includes(user)))
  }

  const mayReadJob = async ({ user }: JobReader, job: Job): Promise<boolean> =>
    (await filterReaders(job, [user])).length > 0

  /** Undefined for a channel that the app cannot see. */
  const findChannel = (team: string, channel: string) => people.channel(team, channel).catch(returnIfRefused(undefined))

  const isPublic = async (team: string, channel: string): Promise<boolean> =>
    !isDirect(channel) && (await findChannel(team, channel))?.isPrivate === false

  const isPrivateChannel = async (team: string, channel: string): Promise<boolean> =>
    !isDirect(channel) && (await findChannel(team, channel))?.isPrivate === true

  const isShared = async (team: string, channel: string): Promise<boolean> =>
    !isDirect(channel) && (await findChannel(team, channel))?.isShared !== false

  async function findAudience(job: Job, channel: string): Promise<CardAudience> {
    const { team } = job
    if (channel === job.channel) return 'same'
    if (await isShared(team, channel)) return 'outsiders'
    if (await isPublic(team, job.channel)) return 'same'
    return (await isPublic(team, channel)) ? 'everyone' : 'members'
  }

  return {
    mayReadJob,
    async mayChangeJob(reader, job) {
      const { team, channel } = job
      if (await access.mayRead(team, reader.user, channel)) return true
      return (await mayReadJob(reader, job)) && !(await isPrivateChannel(team, channel))
    },
    filterReaders,
    isOpenToMembers: ({ team, channel }) => isPublic(team, channel),
    async mayMention(team, channel, other) {
      if (other.channel === channel) return true
      if (isDirect(channel) && (await access.mayRead(team, other.requester, channel))) return true
      return (await isPublic(team, other.channel)) && !(await isShared(team, channel))
    },
    findAudience,
    maySendTextTo: async (job, other) => (await findAudience(job, other.channel)) === 'same',
  }
}
