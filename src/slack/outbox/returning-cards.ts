import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind, type TaskHandler } from '../../queue/task-kinds.ts'
import { type CardServices, refreshCard, refusedCards } from './card-tasks.ts'

const reopenedSchema = z.object({
  team: z.string(),
  channel: z.string(),
  /** The event that Slack reported it with. */
  event: z.string(),
  /** The card after which the page begins; absent for the first one. */
  after: z.string().exactOptional(),
})

/** A channel that may accept messages again: it is no longer archived or shared, or the app was invited again. */
export type ReopenedChannel = Omit<z.infer<typeof reopenedSchema>, 'after'>

/** Edits the cards that a channel refused, page by page. Frozen. */
const returningTask = taskKind('slack.returning_cards', reopenedSchema)

const CARDS_PER_PAGE = 50

/** Edits each card that the channel refused and that may come back. Durable when it resolves. */
export const sendReturningCards = (queue: Queue, task: z.infer<typeof reopenedSchema>): Promise<void> =>
  queue.send(returningTask.of(task), {
    id: `slack.returning_cards:${task.team}:${task.event}:${task.after ?? ''}`,
    lane: `slack.returning_cards:${task.team}:${task.channel}`,
  })

/** The task that edits cards in a channel that accepts messages again. A card that is refused again waits for the next time. */
export const returningCardsTask = (services: CardServices): TaskHandler =>
  returningTask.handler(async (task) => {
    const { queue, store } = services
    const cards = refusedCards(store, task)
    const { rows, next } = await cards.list({
      limit: CARDS_PER_PAGE,
      ...(task.after !== undefined && { after: task.after }),
    })
    for (const { id, value, version } of rows) {
      await refreshCard(services, value)
      // A card whose edit was refused meanwhile has a newer row, which stays.
      await cards.delete(id, version)
    }
    if (next !== undefined) await sendReturningCards(queue, { ...task, after: next })
  })
