import type { Harness } from './harness.ts'
import { readText } from './block-queries.ts'
import type { Message } from '../../sandbox/slack/workspace/workspace-types.ts'

/** The present state of the things in a story, as its people know it. */
export interface Facts {
  reply?: 'held' | 'awaiting' | 'scheduled' | 'paused' | 'sent' | 'stopped' | undefined
  /** Whether someone can approve the reply. */
  isApprovable?: boolean
  /** Whether a reply bounced that nobody has sent again. */
  isLost?: boolean
  work?: 'open' | 'waiting' | 'done'
  /** The person responsible, by name. */
  owner?: string | undefined
  isSnoozed?: boolean
  job?: 'held' | 'working' | 'failed' | 'undone'
}

/** A line, or a button by its action id, with the state in which it may stand. `isTrue` gets the groups of the pattern. */
interface LineRule {
  pattern: RegExp
  /** Set for a button. One that only its reader sees may stay, because Slack can't edit it; a press is answered. */
  isButton?: true
  isTrue(facts: Facts, groups: string[]): boolean
}

const button = (actionId: string, isTrue: LineRule['isTrue']): LineRule => ({
  pattern: new RegExp(`"action_id":"${RegExp.escape(actionId)}"`),
  isButton: true,
  isTrue,
})
const line = (pattern: RegExp, isTrue: LineRule['isTrue']): LineRule => ({ pattern, isTrue })
const isPending = ({ reply }: Facts): boolean =>
  reply === 'held' || reply === 'awaiting' || reply === 'scheduled' || reply === 'paused'

/** Lines about an email and its reply. A sentence about the past has no row: it stays true. */
export const mailLines: LineRule[] = [
  line(/Sending in \d+ second/, ({ reply }) => reply === 'held'),
  line(/Sending (?:your )?(?:reply|email)? ?to .+ in \d+ second/, () => false),
  line(/[Aa]waiting approval/, ({ reply, isApprovable = true }) => reply === 'awaiting' && isApprovable),
  line(
    /[Nn]eeds your approval|still needs approval|Your email to .+ needs approval/,
    ({ reply }) => reply === 'awaiting',
  ),
  line(
    /(?<!nobody )can approve (?:it until|this email)/,
    ({ reply, isApprovable = true }) => reply === 'awaiting' && isApprovable,
  ),
  line(
    /Nobody can approve|nobody can approve/,
    ({ reply, isApprovable = true }) => reply === 'awaiting' && !isApprovable,
  ),
  line(/can be approved now/, ({ reply, isApprovable = true }) => reply === 'awaiting' && isApprovable),
  line(/Scheduled · <|(?:Reply|Email) scheduled for/, ({ reply }) => reply === 'scheduled'),
  line(
    /Paused: |Reply paused|email is paused|(?:wrote again|replied to the forward|\(copied by us\) replied) before/,
    ({ reply }) => reply === 'paused',
  ),
  line(/Needs a decision|needs a decision/, ({ reply }) => reply === 'paused'),
  line(/[Ww]aiting for their reply/, ({ work }) => work === 'waiting'),
  line(/⏳ @[\p{L} ]+ replied </u, ({ work }) => work === 'waiting'),
  line(/✅ Done/, ({ work }) => work === 'done'),
  line(/Claimed by @(\p{L}+(?: \p{L}+)*)/u, ({ owner }, [name]) => owner === name),
  line(/Unclaimed/, ({ owner }) => owner === undefined),
  line(/Snoozed by/, ({ isSnoozed = false }) => isSnoozed),
  button('mail.review', ({ reply }) => reply === 'awaiting'),
  button('mail.cancel', isPending),
  button('mail.undo_edit', ({ reply }) => reply === 'held'),
  button('mail.send_now', ({ reply }) => reply === 'scheduled' || reply === 'paused'),
  button('mail.send_planned', ({ reply }) => reply === 'paused'),
  button('mail.send_time', ({ reply }) => reply === 'scheduled' || reply === 'paused'),
  button('mail.edit', (facts) => facts.isLost === true || facts.reply === 'stopped' || isPending(facts)),
  button('mail.claim', ({ owner, work }) => owner === undefined && work !== 'done'),
  button('mail.done', ({ work }) => work !== 'done'),
  button('mail.reopen', ({ work }) => work === 'done'),
]

/** Lines about a job. */
export const jobLines: LineRule[] = [
  line(/Starts at </, ({ job }) => job === 'held'),
  line(/Nothing has been sent/, ({ job }) => job === 'held'),
  line(/Sending it to the agent/, () => false),
  line(
    /Working since|Reply in this thread to follow up|isn’t responding|responds with an error/,
    ({ job }) => job === 'working',
  ),
  line(/Undone by/, ({ job }) => job === 'undone'),
  line(/The agent stopped with an error/, ({ job }) => job === 'failed'),
  button('jobs.undo', ({ job }) => job === 'held'),
  button('jobs.stop', ({ job }) => job === 'working'),
]

/** Every message of the app that is still there, with its place, private ones included. */
function listMessages({ sandbox }: Harness): { id: string; isPrivate: boolean; text: string }[] {
  const { workspace } = sandbox.slack
  const { botId, botUser } = workspace.primary
  const isOurs = ({ bot_id: bot, user }: Message): boolean => bot === botId || user === botUser
  return [...workspace.channels.values()].flatMap((channel) =>
    [...channel.timeline, ...[...channel.threads.values()].flat(), ...channel.ephemerals].filter(isOurs).map((one) => ({
      id: `${channel.name || `direct messages of ${String(channel.user)}`} ${one.ts}`,
      isPrivate: one.ephemeral_for !== undefined,
      text: readText(one),
    })),
  )
}

/** Checks every line and button in the simulator against the table after each step of a story. Messages from before the story are of other things. */
export function followLines(app: Harness, rules: readonly LineRule[]) {
  const before = new Set(listMessages(app).map(({ id }) => id))
  return {
    /** Runs a step of the story, waits until the app has nothing left to do, and returns the lines that are false now. */
    step: async (facts: Facts, act: () => Promise<unknown>): Promise<string[]> => {
      await act()
      await app.settled()
      return listMessages(app).flatMap(({ id, isPrivate, text }) =>
        rules.flatMap((rule) => {
          const isSkipped = before.has(id) || (isPrivate && rule.isButton)
          const found = isSkipped ? null : rule.pattern.exec(text)
          if (!found) return []
          return rule.isTrue(facts, found.slice(1))
            ? []
            : [`“${found[0]}” is false in ${id}${isPrivate ? ', in private' : ''}: ${text.slice(0, 400)}`]
        }),
      )
    },
  }
}
