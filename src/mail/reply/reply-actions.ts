import { z } from 'zod'
import type { Clock } from '../../core/clock.ts'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import type { Cards } from '../../slack/outbox/cards.ts'
import type { Action } from '../../slack/inbound/listeners.ts'
import { actionIds, cardKinds } from '../action-ids.ts'
import type { Tell } from '../notes.ts'
import type { Reply } from '../model/reply.ts'
import type { AccessPolicy } from '../../access/access-policy.ts'
import { mailTexts } from '../text/en.ts'
import { formTexts } from '../text/en-forms.ts'
import type { ReplyStore } from '../model/reply-store.ts'
import { KEY_MS, sendLane } from './send-task.ts'

const decisions = ['cancel', 'stop', 'look', 'again', 'drop'] as const
type Decision = (typeof decisions)[number]

/** What a person pressed on a reply. Frozen. */
const decideTask = taskKind(
  'mail.decide',
  z.object({
    team: z.string(),
    user: z.string(),
    reply: z.string(),
    decision: z.enum(decisions),
    event: z.string(),
    channel: z.string(),
    threadTs: z.string().exactOptional(),
  }),
)

const buttons: Record<string, Decision> = {
  [actionIds.cancel]: 'cancel',
  [actionIds.stopTrying]: 'stop',
  [actionIds.lookUp]: 'look',
  [actionIds.sendAgain]: 'again',
  [actionIds.drop]: 'drop',
}

export interface DecideDeps {
  outgoing: ReplyStore
  permission: AccessPolicy
  queue: Queue
  cards: Cards
  clock: Clock
  send: (team: string, reply: string, user: string, options: { round?: number }) => Promise<void>
  /** The id of the reply that repeats this one. */
  againId: (reply: string) => string
  repeat: (team: string, reply: string, letter: Reply) => Promise<void>
  tell: Tell
}

/** Whether asking again under the same key still finds the first attempt. */
export const canLookUp = (letter: Reply, clock: Clock): boolean =>
  letter.firstTriedAt !== undefined &&
  letter.trouble?.code !== 'changed_bytes' &&
  clock.now() - letter.firstTriedAt < clock.scaled(KEY_MS)

/** The buttons below a reply. Each does what its word says, or says why it came too late. */
export function deciding(deps: DecideDeps) {
  const { outgoing, clock } = deps

  function next(id: string, letter: Reply, decision: Decision): Reply | undefined {
    switch (decision) {
      case 'cancel':
        return letter.state === 'held' ? { ...letter, state: 'cancelled' } : undefined
      case 'stop':
        // Before its first try nothing can have left: each try is written down before it is made.
        return letter.state === 'sending' && letter.trouble
          ? { ...letter, state: letter.firstTriedAt === undefined ? 'failed' : 'unknown' }
          : undefined
      case 'look': {
        if (letter.state !== 'unknown' || !canLookUp(letter, clock)) return undefined
        const { trouble: _, clashedAt: __, ...rest } = letter
        return { ...rest, state: 'sending', clashes: 0, looks: letter.looks + 1 }
      }
      case 'again':
        return letter.state === 'unknown' ? { ...letter, state: 'dropped', again: deps.againId(id) } : undefined
      case 'drop':
        return letter.state === 'unknown' ? { ...letter, state: 'dropped' } : undefined
    }
  }

  /** False: it came too late. */
  async function run(team: string, id: string, decision: Decision): Promise<boolean> {
    const replies = outgoing.replies(team)
    const letter = await replies.update(id, (now) => now && next(id, now, decision))
    if (!letter) return false
    // Run again after a crash, the record has moved already and only what follows is missing.
    if (decision === 'look' && letter.state === 'sending')
      await deps.send(team, id, letter.user, { round: letter.looks })
    if (decision === 'again' && letter.again === deps.againId(id)) await deps.repeat(team, id, letter)
    await deps.cards.refresh({ team, kind: cardKinds.reply, id })
    return decision !== 'cancel' || letter.state === 'cancelled'
  }

  return {
    actions: Object.keys(buttons),

    press: async ({ team, user, actionId, value, eventId, message }: Action): Promise<void> => {
      const decision = buttons[actionId]
      if (!decision || !value) return
      const { channel = '', threadTs } = message ?? {}
      await deps.queue.send(
        decideTask.of({ team, user, reply: value, decision, event: eventId, channel, ...(threadTs && { threadTs }) }),
        // Behind a send that is just under way, so that the answer to the person is true; a Cancel must not wait for it.
        {
          id: `mail.decide:${team}:${eventId}`,
          ...(decision !== 'cancel' && decision !== 'stop' && { lane: sendLane(team, value) }),
        },
      )
    },

    task: decideTask.handler(async ({ team, user, reply, decision, event, ...place }) => {
      const to = { team, user, opId: `mail.decide:${event}`, ...place }
      if (!(await deps.permission.mayAct(team, user))) return deps.tell(to, formTexts.membersOnly)
      if (await run(team, reply, decision)) return undefined
      return deps.tell(to, mailTexts.outgoing.tooLateToCancel)
    }),
  }
}
