import { decodeText, findMentions } from '../blocks/decode-text.ts'
import type { People } from './people.ts'

/** The text of a Slack message as people read it: names instead of ids, plain addresses instead of links. */
export async function decodeMessage(people: People, team: string, text: string): Promise<string> {
  return decodeText(text, await people.names(team, findMentions(text)))
}
