import { DEFAULT_LANGUAGE, findLanguage, type Language } from '../../core/language.ts'
import { withinQuestionTime } from '../../core/question-time.ts'
import type { People } from './people.ts'

/** Nobody is kept waiting for a language: forms have to open, and the ends of jobs to be announced. */
const LOCALE_TIMEOUT_MS = 1000

/** The language in which to write to somebody. Never throws: if Slack does not answer soon, it is the default. */
export interface Languages {
  /** A person's own language, by the locale that they chose in Slack. */
  ofPerson(this: void, team: string, user: string): Promise<Language>
  /** The workspace's language, for what several people read. */
  ofWorkspace(this: void, team: string): Promise<Language>
  /** The person's in their direct messages with the app, the workspace's in a channel. */
  ofConversation(this: void, team: string, channel: string, user: string): Promise<Language>
}

/** Finds languages from Slack's profiles of people. */
export function createLanguages(people: People): Languages {
  const ofPerson = async (team: string, user: string): Promise<Language> =>
    findLanguage(
      await withinQuestionTime(
        LOCALE_TIMEOUT_MS,
        people.person(team, user, { isShownOnly: true }).then(
          ({ locale }) => locale,
          () => undefined,
        ),
      ),
    )
  const ofWorkspace = async (_team: string): Promise<Language> => DEFAULT_LANGUAGE
  return {
    ofPerson,
    ofWorkspace,
    ofConversation: (team, channel, user) => (/^[CG]/.test(channel) ? ofWorkspace(team) : ofPerson(team, user)),
  }
}
