import type { AccessPolicy } from '../../access/access-policy.ts'
import { returnIfRefused } from '../../core/errors.ts'
import type { People } from '../../slack/directory/people.ts'
import type { Job } from '../model/job.ts'

/** A person who wants to see a job or act on it. */
export interface JobReader {
  user: string
}

/**
 * The people who see a copy of a card but cannot read the job: nobody (`same`), all members, the members of a private channel, or another
 * organization.
 */
export type CardAudience = 'same' | 'everyone' | 'members' | 'outsiders'

/** The fields that decide about a link to a job, or to something else in its conversation. */
export type MentionedJob = Pick<Job, 'channel' | 'requester'>

/**
 * Decides who may read a job: its current requester, and the people who may read the conversation that contains its card. To everyone else the job
 * does not exist. The access policy decides which of its readers may steer it. Asked when something is shown or done, not when a button is drawn.
 * Throws if Slack does not answer.
 */
export interface JobAccess {
  /** Whether the person may see the job's title, prompt, state and pull request. */
  mayReadJob(this: void, reader: JobReader, job: Job): Promise<boolean>
  /** Whether the job's conversation lets the reader change it. In a private channel only its current members may. */
  mayChangeJob(this: void, reader: JobReader, job: Job): Promise<boolean>
  /** Returns the people in `users` who may read the job. */
  filterReaders(this: void, job: Job, users: string[]): Promise<string[]>
  /** Whether every full member may read the job. */
  isOpenToMembers(this: void, job: Job): Promise<boolean>
  /** Whether a card in `channel` may mention the other job: every reader of the card there may also read the other job. */
  mayMention(this: void, team: string, channel: string, other: MentionedJob): Promise<boolean>
  /** Returns the readers that a copy of the card there would add: nobody (`same`), or people that the person must agree to. */
  findAudience(this: void, job: Job, channel: string): Promise<CardAudience>
  /** Whether everyone who may read the other job may also read the text of this one. */
  maySendTextTo(this: void, job: Job, other: Job): Promise<boolean>
}

const isDirect = (channel: string): boolean => /^[DUW]/.test(channel)

export function createJobAccess({ access, people }: { access: AccessPolicy; people: People }): JobAccess {
  async function filterReaders({ team, channel, requester }: Job, users: string[]): Promise<string[]> {
    const others = users.filter((user) => user !== requester)
    const readers = others.length === 0 ? [] : await access.filterReaders(team, channel, others)
    const isRequesterMember = users.includes(requester) && (await access.mayUse(team, requester))
    return users.filter((user) => (user === requester ? isRequesterMember : readers.includes(user)))
  }

  const mayReadJob = async ({ user }: JobReader, job: Job): Promise<boolean> =>
    (await filterReaders(job, [user])).length > 0

  /** Returns undefined for a channel that the app cannot see. */
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
