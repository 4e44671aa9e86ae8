import { button, type Harness, type Message, type Where } from '../support/harness.ts'

export interface WorkingJob {
  docs: string
  maria: string
  /** As the agent has it. */
  job: Awaited<ReturnType<Harness['agent']['job']>>
  card: Message & Where
  place: Where
  /** The job's own id, which its buttons carry. */
  id: string
}

/** A job that Maria started in #docs, at work. */
export async function workingJob({ slack, agent }: Harness, prompt: string): Promise<WorkingJob> {
  const [docs, maria] = await Promise.all([slack.channel('docs'), slack.user('maria')])
  await slack.command(maria, docs, `/docs ${prompt}`)
  const job = await agent.job(new RegExp(prompt))
  const card = await slack.saw(docs, /Working since/)
  const id = String(button(card, /View prompt/)?.['value'])
  return { docs, maria, job, card, place: { channel: docs, ts: card.ts }, id }
}
