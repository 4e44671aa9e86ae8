import type { PersonSettings, SettingsStore } from './settings-store.ts'

/** A later version may have stored a choice that this one does not know; the default applies then. */
const knownNotice = (notice: PersonSettings['success']): 'thread' | 'direct' | 'silent' =>
  notice === 'direct' || notice === 'silent' ? notice : 'thread'

/** The settings as the jobs slice reads them, with defaults for what nobody has set. */
export function createJobSettings(settings: SettingsStore, { undoMs }: { undoMs: number }) {
  return {
    async channel(team: string, channel: string) {
      const { project, followUp, holdSeconds } = await settings.channel(team, channel)
      return {
        project,
        followUp: followUp === 'any' ? ('any' as const) : ('mention' as const),
        holdMs: holdSeconds === undefined ? undoMs : holdSeconds * 1000,
      }
    },
    async person(team: string, user: string) {
      const { project, success, failure } = await settings.person(team, user)
      return { project, success: knownNotice(success), failure: knownNotice(failure) }
    },
    emoji: async (team: string): Promise<string | undefined> => (await settings.team(team)).emoji,
  }
}
