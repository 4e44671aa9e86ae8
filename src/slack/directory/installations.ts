import { WebClient } from '@slack/web-api'
import { z } from 'zod'
import { createHash } from 'node:crypto'
import { UpstreamError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { Store } from '../../store/store.ts'
import { createTable } from '../../store/typed-table.ts'
import { toSlackError } from '../api/slack-errors.ts'
import { fetchFromSlack } from '../api/slack-fetch.ts'
import { createSdkLogger } from '../api/sdk-log.ts'

/** The app as it is installed in one team. */
export interface Installation {
  token: string
  teamId: string
  /** The app's own bot user. */
  userId: string
  botId: string
}

/** A request or a task names a team in which the app is not installed. */
class NotInstalledError extends Error {
  override name = 'NotInstalledError'
}

/** The token for each team. A team without an installation is not served. */
export interface Installations {
  /** The installation in this team; without a team, that of the home workspace. Throws for other teams, and until Slack has confirmed the token once. */
  forTeam(team: string | undefined): Promise<Installation>
  /** The same without asking Slack; undefined for other teams, and until Slack has confirmed the token once, since this start or an earlier one. */
  lastKnown(team?: string): Installation | undefined
  /** Whether Slack accepts the token; a positive answer is remembered for a minute. */
  confirmToken(): Promise<boolean>
  /** Slack refused the token of this team. Asks Slack again about the token of the home workspace. */
  doubtToken(this: void, team: string): void
}

const identity = z.object({
  team_id: z.string(),
  user_id: z.string(),
  bot_id: z.string().default(''),
})

const ASK_TIMEOUT_MS = 5000
const CHECKED_MS = 60_000
/** A negative answer is remembered this long: otherwise, each request to `/readyz` would be a call. */
const REFUSED_MS = 2000

export const installationSchema = z.object({
  teamId: z.string(),
  userId: z.string(),
  botId: z.string(),
})

export interface InstallationsOptions {
  apiUrl: string
  token: string
  store: Store
  log: Log
  /** Installations beside the home workspace, whose token is above. */
  further?: readonly Installation[]
}

const openInstallations = (store: Store) =>
  createTable(store, { partition: 'installations', schema: installationSchema })

const installationId = (token: string): string => createHash('sha256').update(token).digest('base64url').slice(0, 16)

/** The workspace of this token, without asking Slack; undefined if Slack has never confirmed the token. */
export const readHomeTeam = async (store: Store, token: string): Promise<string | undefined> =>
  (await openInstallations(store).get(installationId(token)))?.value.teamId

/**
 * The installation in the home workspace, by its token from the environment, and the further ones. Stores the home team, so mail is accepted after a
 * restart while Slack is unavailable.
 */
export async function createInstallations({
  apiUrl,
  token,
  store,
  log,
  further = [],
}: InstallationsOptions): Promise<Installations> {
  const client = new WebClient(token, {
    slackApiUrl: apiUrl,
    fetch: fetchFromSlack,
    retryConfig: { retries: 0 },
    timeout: ASK_TIMEOUT_MS,
    rejectRateLimitedCalls: true,
    allowAbsoluteUrls: false,
    logger: createSdkLogger(log),
  })
  const rows = openInstallations(store)
  const id = installationId(token)
  const stored = (await rows.get(id))?.value
  let found: Installation | undefined = stored && { token, ...stored }
  let asking: Promise<Installation> | undefined
  // By the clock that cannot be set.
  let checkedAt = -Infinity
  let refusedAt = -Infinity

  async function ask(): Promise<Installation> {
    try {
      const answer = identity.parse(await client.auth.test())
      const fresh = {
        teamId: answer.team_id,
        userId: answer.user_id,
        botId: answer.bot_id,
      }
      await rows.update(id, () => fresh)
      checkedAt = performance.now()
      found = { token, ...fresh }
      return found
    } catch (error) {
      const { details, message } = toSlackError('auth.test', error)
      // Tasks that need the token keep waiting: an operator can fix a token that is refused today.
      throw new UpstreamError(message, { ...details, outcome: 'not_sent' })
    } finally {
      asking = undefined
    }
  }

  const findFurther = (team: string | undefined) => further.find(({ teamId }) => teamId === team)
  const askOnce = (): Promise<Installation> => (asking ??= ask())

  return {
    async forTeam(team) {
      const other = findFurther(team)
      if (other) return other
      const installation = found ?? (await askOnce())
      if (team !== undefined && team !== installation.teamId)
        throw new NotInstalledError(`the app is not installed in team ${team}`)
      return installation
    },
    lastKnown: (team) => findFurther(team) ?? (team === undefined || team === found?.teamId ? found : undefined),
    doubtToken(team) {
      if (team === found?.teamId) checkedAt = -Infinity
    },
    async confirmToken() {
      if (found && performance.now() - checkedAt < CHECKED_MS) return true
      if (performance.now() - refusedAt < REFUSED_MS) return false
      try {
        await askOnce()
        return true
      } catch (error) {
        refusedAt = performance.now()
        log.warn({ err: error }, 'Slack does not confirm the token')
        return false
      }
    },
  }
}
