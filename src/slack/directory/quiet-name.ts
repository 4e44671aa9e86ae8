import { sanitizeLine } from '../../core/sanitize-text.ts'
import { withinQuestionTime } from '../../core/question-time.ts'
import { escapeMrkdwn, truncate } from '../blocks/mrkdwn.ts'
import type { People } from './people.ts'

/** A card is not kept waiting for a name. */
const NAME_TIMEOUT_MS = 1000
const NAME_LIMIT = 80

/**
 * A person's name where nobody is meant to be called: `@Maria Torres`, as plain text. Unlike a mention it notifies nobody. The reader's word for a
 * colleague if Slack does not give the name soon.
 */
export async function readPlainName(
  { unnamed }: { unnamed: string },
  people: Pick<People, 'person'>,
  team: string,
  user: string,
): Promise<string> {
  const person = await withinQuestionTime(
    NAME_TIMEOUT_MS,
    people.person(team, user, { isShownOnly: true }).catch(() => undefined),
  )
  const name = truncate(sanitizeLine(person?.name ?? ''), NAME_LIMIT)
  return name === '' || name === user ? unnamed : `@${name}`
}

/** The same, escaped for mrkdwn. */
export const readQuietName = async (...named: Parameters<typeof readPlainName>): Promise<string> =>
  escapeMrkdwn(await readPlainName(...named))
