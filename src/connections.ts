import type { Config } from './config.ts'
import type { Installation, Installations } from './slack/directory/installations.ts'
import type { Connections } from './workspace-scope.ts'

/** What one workspace is connected to, and who administers Bellhop there. */
export type WorkspaceConnections = Pick<Config, 'adminUsers' | 'agent' | 'mail'>

/** A workspace beside the home workspace, which the environment configures. */
export interface FurtherWorkspace extends WorkspaceConnections {
  installation: Installation
}

/** The connections of every workspace in which the app is installed. A workspace never has those of another one. */
export function createConnections(
  installations: Pick<Installations, 'forTeam'>,
  { home, further }: { home: WorkspaceConnections; further: readonly FurtherWorkspace[] },
): Connections<WorkspaceConnections> {
  const findHomeTeam = async (): Promise<string> => (await installations.forTeam(undefined)).teamId
  return {
    findHomeTeam,
    listTeams: async () => [await findHomeTeam(), ...further.map(({ installation }) => installation.teamId)],
    async of(team) {
      const own = further.find(({ installation }) => installation.teamId === team)
      if (own !== undefined) return own
      return team === (await findHomeTeam()) ? home : undefined
    },
  }
}

/** The connections of one service, built from those of all. */
export function selectConnections<Connection>(
  { of, listTeams, findHomeTeam }: Connections<WorkspaceConnections>,
  build: (connections: WorkspaceConnections, at: { team: string; isHome: boolean }) => Connection | undefined,
): Connections<Connection> {
  const select = async (team: string): Promise<Connection | undefined> => {
    const connections = await of(team)
    return connections && build(connections, { team, isHome: team === (await findHomeTeam()) })
  }
  return {
    findHomeTeam,
    of: select,
    async listTeams() {
      const teams = await listTeams()
      const found = await Promise.all(teams.map(select))
      return teams.filter((_, index) => found[index] !== undefined)
    },
  }
}
