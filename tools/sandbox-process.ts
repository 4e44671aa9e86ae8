import type { ProcessGroup } from './processes.ts'
import { createSandboxClient, type SandboxClient } from './sandbox-client.ts'

/** A sandbox in a separate process. */
export interface SandboxProcess {
  /** The settings with which the app finds the simulators. */
  env: Record<string, string>
  client: SandboxClient
  /** The id of the workspace. */
  team: string
}

/** Starts the simulators without the opening story and without an app. */
export async function startSandbox(group: ProcessGroup, ...flags: string[]): Promise<SandboxProcess> {
  const args = ['--json', '--no-app', '--empty', '--port', '0', ...flags]
  const { first } = await group.startNode<{ env: Record<string, string>; control: string }>('sandbox/main.ts', args)
  const client = createSandboxClient(first.control)
  return { env: first.env, client, team: (await client.slack.app()).team.id }
}
