import { findButton } from '../support/block-queries.ts'
import { type Harness, type Message, type MessageRef } from '../support/harness.ts'

export interface WorkingJob {
  docs: string
  maria: string
  /** The job as the agent knows it. */
  job: Awaited<ReturnType<Harness['agent']['findJob']>>
  card: Message & MessageRef
  place: MessageRef
  /** The id in the values of the job's buttons. */
  id: string
}

/** Starts a job as Maria in #docs and waits until the agent works on it. */
export async function startWorkingJob({ slack, agent }: Harness, prompt: string): Promise<WorkingJob> {
  const [docs, maria] = await Promise.all([slack.channel('docs'), slack.user('maria')])
  await slack.command(maria, docs, `/docs ${prompt}`)
  const job = await agent.findJob(new RegExp(prompt))
  const card = await slack.findMessage(docs, /Working since/)
  const id = String(findButton(card, /View prompt/)?.['value'])
  return { docs, maria, job, card, place: { channel: docs, ts: card.ts }, id }
}
