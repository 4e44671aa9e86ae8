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
export const readJobId = (card: object): string => String(/"prompt:(\w+)"/.exec(JSON.stringify(card))?.[1])

/** Opens the prompt of a job from its card or from a message about it. */
export async function viewPrompt(
  { slack }: Pick<Harness, 'slack'>,
  user: string,
  place: MessageRef & { thread?: string },
): Promise<void> {
  const isShown = (message: object): boolean => /"prompt:|"jobs\.prompt"/.test(JSON.stringify(message))
  const shown = await until(async () =>
    isShown(place) ? place : (await slack.messages(place.channel, place.thread)).find(({ ts }) => ts === place.ts),
  )
  // A message about the job has a button, its card a menu.
  if (JSON.stringify(shown).includes('"jobs.prompt"')) await slack.click(user, place, 'jobs.prompt')
  else await slack.click(user, place, 'jobs.more', `prompt:${readJobId(shown)}`)
}

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
