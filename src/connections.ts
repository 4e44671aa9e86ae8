import type { Config } from './config.ts'
import type { Installation, Installations } from './slack/directory/installations.ts'
import type { Connections } from './workspace-scope.ts'

/** The connections of one workspace, and the admins of Bellhop there. */
export type WorkspaceConnections = Pick<Config, 'adminUsers' | 'agent' | 'mail'>

/** A workspace beside the home workspace, which the environment configures. */
export interface FurtherWorkspace extends WorkspaceConnections {
  installation: Installation
}

/** The connections of all workspaces; `home` are those of the environment. */
export interface AllConnections extends Connections<WorkspaceConnections> {
  home: WorkspaceConnections
}

/** The connections of every workspace in which the app is installed. A workspace never has those of another one. */
export function createConnections(
  installations: Pick<Installations, 'forTeam'>,
  { home, further }: { home: WorkspaceConnections; further: readonly FurtherWorkspace[] },
): AllConnections {
  const findHomeTeam = async (): Promise<string> => (await installations.forTeam(undefined)).teamId
  return {
    home,
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
export const selectConnections = <Connection>(
  { of, home, ...all }: AllConnections,
  build: (connections: WorkspaceConnections, at: { team: string; isHome: boolean }) => Connection | undefined,
): Connections<Connection> => ({
  ...all,
  async of(team) {
    const connections = await of(team)
    return connections && build(connections, { team, isHome: connections === home })
  },
})
