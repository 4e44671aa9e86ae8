import { createForger } from '../support/forged-requests.ts'
import type { Harness } from '../support/harness.ts'
import { readJobId } from './job-builder.ts'

export const SECRET = 'Describe the merger with Initech'

/** Starts a job as Maria in #leads, where Li is not, and returns requests that only a forger sends. */
export async function startPrivateJob({ slack, agent, sandbox, client }: Harness) {
  const [leads, maria] = await Promise.all([slack.channel('leads'), slack.user('maria')])
  await slack.command(maria, leads, `/docs ${SECRET}`)
  const { id: remoteId } = await agent.findJob(/Initech/)
  const card = await slack.findCard(leads, 'working')
  const { team } = await client.slack.app()
  return { leads, maria, remoteId, card, id: readJobId(card), forger: createForger(sandbox, team.id) }
}
