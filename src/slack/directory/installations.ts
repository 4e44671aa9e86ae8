import { WebClient } from '@slack/web-api'
import { z } from 'zod'
import { createHash } from 'node:crypto'
import { UpstreamError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { Store } from '../../store/store.ts'
import { createTable } from '../../store/typed-table.ts'
import { toSlackError } from '../api/slack-errors.ts'
import { createSdkLogger } from '../api/sdk-log.ts'

/** The app as it is installed in one team. */
export interface Installation {
  token: string
  teamId: string
  /** The app's own bot user. */
  userId: string
  botId: string
}

/** Which token speaks for which team; a team that is not here is not served. */
export interface Installations {
  /** Throws while Slack has never said whose token it is, and for every other team. */
  forTeam(team: string | undefined): Promise<Installation>
  /** What is known without asking: undefined until Slack has answered once, at this start or an earlier one. */
  lastKnown(): Installation | undefined
  /** Whether Slack knows the token right now; asked at most once a minute. */
  confirmToken(): Promise<boolean>
}

const identity = z.object({
  team_id: z.string(),
  user_id: z.string(),
  bot_id: z.string().default(''),
})

const ASK_TIMEOUT_MS = 5000
const CHECKED_MS = 60_000
/** While Slack says no, every look at `/readyz` would be a call. */
const REFUSED_MS = 2000

const installationSchema = z.object({
  teamId: z.string(),
  userId: z.string(),
  botId: z.string(),
})

export interface InstallationsOptions {
  apiUrl: string
  token: string
  store: Store
  log: Log
}

/** One workspace, by its token from the environment. Whose it is stays known over restarts, so that mail is taken in while Slack is silent. */
export async function createInstallations({ apiUrl, token, store, log }: InstallationsOptions): Promise<Installations> {
  const client = new WebClient(token, {
    slackApiUrl: apiUrl,
    retryConfig: { retries: 0 },
    timeout: ASK_TIMEOUT_MS,
    rejectRateLimitedCalls: true,
    allowAbsoluteUrls: false,
    logger: createSdkLogger(log),
  })
  const rows = createTable(store, { partition: 'installations', schema: installationSchema })
  const id = createHash('sha256').update(token).digest('base64url').slice(0, 16)
  const stored = (await rows.get(id))?.value
  let found: Installation | undefined = stored && { token, ...stored }
  let asking: Promise<Installation> | undefined
  let checkedAt = 0
  let refusedAt = 0

  async function ask(): Promise<Installation> {
    try {
      const answer = identity.parse(await client.auth.test())
      const fresh = {
        teamId: answer.team_id,
        userId: answer.user_id,
        botId: answer.bot_id,
      }
      await rows.update(id, () => fresh)
      checkedAt = Date.now()
      found = { token, ...fresh }
      return found
    } catch (error) {
      const { details, message } = toSlackError('auth.test', error)
      // Whatever waits for the answer waits on: a token that is refused today can be put right by an operator.
      throw new UpstreamError(message, { ...details, outcome: 'not_sent' })
    } finally {
      asking = undefined
    }
  }

  const askOnce = (): Promise<Installation> => (asking ??= ask())

  return {
    async forTeam(team) {
      const installation = found ?? (await askOnce())
      if (team !== undefined && team !== installation.teamId)
        throw new Error(`the app is not installed in team ${team}`)
      return installation
    },
    lastKnown: () => found,
    async confirmToken() {
      if (found && Date.now() - checkedAt < CHECKED_MS) return true
      if (Date.now() - refusedAt < REFUSED_MS) return false
      try {
        await askOnce()
        return true
      } catch (error) {
        refusedAt = Date.now()
        log.warn({ err: error }, 'Slack does not confirm the token')
        return false
      }
    },
  }
}
