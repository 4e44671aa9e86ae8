import type { SettingsStore } from './settings-store.ts'

/** What the jobs slice asks of the settings, with the operator's defaults for what nobody has set. */
export function createJobSettings(settings: SettingsStore, { undoMs }: { undoMs: number }) {
  return {
    async channel(team: string, channel: string) {
      const { project, followUp = 'mention' as const, holdSeconds } = await settings.channel(team, channel)
      return { project, followUp, holdMs: holdSeconds === undefined ? undoMs : holdSeconds * 1000 }
    },
    async person(team: string, user: string) {
      const { project, success = 'thread' as const, failure = 'thread' as const } = await settings.person(team, user)
      return { project, success, failure }
    },
    emoji: async (team: string): Promise<string | undefined> => (await settings.team(team)).emoji,
  }
}
