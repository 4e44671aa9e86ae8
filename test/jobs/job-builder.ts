import { findButton } from '../support/block-queries.ts'
import { type Harness, type Message, type MessageRef, until } from '../support/harness.ts'

export interface WorkingJob {
  docs: string
  maria: string
  /** The agent's record of the job. */
  job: Awaited<ReturnType<Harness['agent']['findJob']>>
  card: Message & MessageRef
  place: MessageRef
  /** The id in the values of the job's buttons. */
  id: string
}

/** The id in the values of a card's buttons. */
export const readJobId = (card: Message): string => String(findButton(card, /View prompt|Follow up/)?.['value'])

/** Waits until a message in a thread has no more buttons. */
export const findSettledMessage = ({ slack }: Harness, { channel, ts }: MessageRef, thread: string): Promise<Message> =>
  until(async () => {
    const now = (await slack.messages(channel, thread)).find((one) => one.ts === ts)
    return findButton(now, /./) ? undefined : now
  })

/** Starts a job as Maria in #docs and waits until the agent works on it. */
export async function startWorkingJob({ slack, agent }: Harness, prompt: string): Promise<WorkingJob> {
  const [docs, maria] = await Promise.all([slack.channel('docs'), slack.user('maria')])
  await slack.command(maria, docs, `/docs ${prompt}`)
  const job = await agent.findJob(new RegExp(prompt))
  const card = await slack.findCard(docs, 'working')
  return { docs, maria, job, card, place: { channel: docs, ts: card.ts }, id: readJobId(card) }
}
