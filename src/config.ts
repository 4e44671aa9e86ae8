import { z } from 'zod'
import { DAY_MS } from './core/clock.ts'

/** Lists one problem per line, by variable name, never with a value. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const text = z.string().trim().min(1)
const list = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
const address = z.url({ protocol: /^https?$/, error: 'is not an http(s) address' })
const wholeNumber = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d+$/, 'is not a whole number')
    .transform(Number)
    .refine((value) => value >= low && value <= high, `is not between ${low} and ${high}`)

const encryptionKeys = text
  .transform((value) => list(value).map((key) => Buffer.from(key, 'base64')))
  .refine(
    (keys) => keys.length > 0 && keys.every((key) => key.length === 32),
    'is not base64 of 32 bytes (several: comma-separated)',
  )

const project = z.object({ name: text, projectId: text, apiKey: text })
const projects = text.transform((value, context) => {
  try {
    const parsed = z.array(project).min(1).safeParse(JSON.parse(value))
    if (parsed.success) return parsed.data
  } catch {
    // Fall through to the same message: JSON's own would quote the value.
  }
  context.addIssue({ code: 'custom', message: 'is not a JSON list of { name, projectId, apiKey }' })
  return z.NEVER
})

const webhookSecrets = text
  .transform(list)
  .refine(
    (secrets) => secrets.length > 0 && secrets.every((secret) => /^whsec_[A-Za-z0-9+/=_-]{16,}$/.test(secret)),
    'is not a secret of the form whsec_… (several: comma-separated)',
  )

const STORE_SCHEMES = /^(sqlite:.+|rediss?:\/\/.+|redis\+sentinel:\/\/.+)$/

const environment = z.object({
  SLACK_API_URL: address.default('https://slack.com/api/').transform((url) => (url.endsWith('/') ? url : `${url}/`)),
  SLACK_BOT_TOKEN: text.regex(/^xoxb-/, 'does not start with xoxb-'),
  SLACK_SIGNING_SECRET: text.optional(),
  SLACK_APP_TOKEN: text.regex(/^xapp-/, 'does not start with xapp-').optional(),
  ADMIN_USERS: text.transform(list).default([]),
  AGENT_API_URL: address.optional(),
  AGENT_PROJECT_ID: text.optional(),
  AGENT_PROJECT_NAME: text.optional(),
  AGENT_API_KEY: text.optional(),
  AGENT_PROJECTS: projects.optional(),
  AGENT_DASHBOARD_URL: address.optional(),
  AGENT_HOURLY_LIMIT: wholeNumber(1, 100_000).default(100),
  MAIL_API_URL: address.optional(),
  MAIL_API_KEY: text.optional(),
  MAIL_LINK_ORIGIN: address.optional(),
  MAIL_WEBHOOK_SECRET: webhookSecrets.default([]),
  PUBLIC_URL: z.url({ protocol: /^https$/, error: 'is not an https address' }).optional(),
  MAIL_DEFAULT_CHANNEL: text.regex(/^[CG][A-Z0-9]+$/, 'is not a channel id (C…)').optional(),
  MAIL_UNDO_SECONDS: wholeNumber(0, 600).default(10),
  MAIL_DAYS: wholeNumber(0, 36_500).default(365),
  JOB_UNDO_SECONDS: wholeNumber(0, 600).default(5),
  STORE_URL: text
    .regex(STORE_SCHEMES, 'is not one of sqlite:file, redis://…, rediss://…, redis+sentinel://…')
    .refine(
      (value) => !/^rediss?:/.test(value) || URL.canParse(value),
      'is not an address; in a password @ is written as %40, : as %3A, / as %2F',
    )
    .default('sqlite:data/bellhop.db'),
  ROLE: z.enum(['all', 'web', 'worker'], 'is not one of all, web, worker').default('all'),
  ENCRYPTION_KEY: encryptionKeys,
  HOST: text.default('0.0.0.0'),
  PORT: wholeNumber(0, 65_535).default(3000),
  AUDIT_DAYS: wholeNumber(1, 3650).default(365),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  METRICS_TOKEN: text.regex(/^[\x21-\x7e]+$/, 'has blanks or letters that no client can send').optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'is not a log level')
    .default('info'),
  CLOCK_SCALE: z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'is not a number')
    .transform(Number)
    .refine((value) => value >= 1, 'is less than 1')
    .default(1),
})

const parts = environment.partial()

type Environment = z.infer<typeof environment>
type Part = z.infer<typeof parts>

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Problems that involve several variables. */
function together(env: Part): string[] {
  const problems: string[] = []
  const say = (wrong: boolean, problem: string): void => void (wrong && problems.push(problem))
  say(
    !env.SLACK_SIGNING_SECRET && !env.SLACK_APP_TOKEN,
    'SLACK_SIGNING_SECRET is missing (or SLACK_APP_TOKEN, for Socket Mode)',
  )
  const agent = Boolean(env.AGENT_API_URL ?? env.AGENT_PROJECT_ID ?? env.AGENT_API_KEY ?? env.AGENT_PROJECTS)
  if (agent) {
    say(!env.AGENT_API_URL, 'AGENT_API_URL is missing, though a project of the agent is set')
    say(
      !env.AGENT_PROJECTS && !(env.AGENT_PROJECT_ID && env.AGENT_API_KEY),
      'AGENT_PROJECT_ID and AGENT_API_KEY (or AGENT_PROJECTS) are missing, though AGENT_API_URL is set',
    )
    const names = projectsOf(env).map((entry) => entry.name.toLowerCase())
    say(new Set(names).size < names.length, 'AGENT_PROJECTS has the same name twice')
  }
  const mail = Boolean(env.MAIL_API_URL ?? env.MAIL_API_KEY)
  if (mail) {
    say(!env.MAIL_API_URL, 'MAIL_API_URL is missing, though MAIL_API_KEY is set')
    say(!env.MAIL_API_KEY, 'MAIL_API_KEY is missing, though MAIL_API_URL is set')
    say(
      !env.MAIL_WEBHOOK_SECRET?.length && !env.PUBLIC_URL,
      'MAIL_WEBHOOK_SECRET or PUBLIC_URL is missing: one of them must tell how mail reaches this app',
    )
  }
  say(!agent && !mail, 'AGENT_API_URL or MAIL_API_URL is missing: at least one of the two services must be connected')
  say(
    env.ROLE !== 'all' && Boolean(env.STORE_URL?.startsWith('sqlite:')),
    'ROLE is only for Redis: with SQLite one process does everything',
  )
  say(
    env.METRICS_PORT !== undefined && env.METRICS_PORT === (env.PORT ?? 3000),
    'METRICS_PORT is the same as PORT: leave it out, or choose another one',
  )
  const local = env.SLACK_API_URL !== undefined && LOOPBACK.test(new URL(env.SLACK_API_URL).hostname)
  say((env.CLOCK_SCALE ?? 1) > 1 && !local, 'CLOCK_SCALE is only for a SLACK_API_URL on this computer')
  say(env.MAIL_LINK_ORIGIN !== undefined && !local, 'MAIL_LINK_ORIGIN is only for a SLACK_API_URL on this computer')
  return problems
}

export interface ProjectConfig {
  name: string
  projectId: string
  apiKey: string
}

function projectsOf(env: Part): ProjectConfig[] {
  const single =
    env.AGENT_PROJECT_ID && env.AGENT_API_KEY
      ? [
          {
            name: env.AGENT_PROJECT_NAME ?? env.AGENT_PROJECT_ID,
            projectId: env.AGENT_PROJECT_ID,
            apiKey: env.AGENT_API_KEY,
          },
        ]
      : []
  const listed = (env.AGENT_PROJECTS ?? []).filter(
    (entry) => !single.some((one) => one.projectId === entry.projectId && one.name === entry.name),
  )
  return [...single, ...listed]
}

function shaped(env: Environment) {
  return {
    slack: {
      apiUrl: env.SLACK_API_URL,
      botToken: env.SLACK_BOT_TOKEN,
      signingSecret: env.SLACK_SIGNING_SECRET,
      appToken: env.SLACK_APP_TOKEN,
    },
    adminUsers: env.ADMIN_USERS,
    auditRetentionMs: env.AUDIT_DAYS * DAY_MS,
    agent: env.AGENT_API_URL
      ? {
          apiUrl: env.AGENT_API_URL,
          dashboardUrl: env.AGENT_DASHBOARD_URL,
          projects: projectsOf(env),
          undoMs: env.JOB_UNDO_SECONDS * 1000,
          hourlyLimit: env.AGENT_HOURLY_LIMIT,
        }
      : undefined,
    mail:
      env.MAIL_API_URL && env.MAIL_API_KEY
        ? {
            apiUrl: env.MAIL_API_URL,
            apiKey: env.MAIL_API_KEY,
            linkOrigin: env.MAIL_LINK_ORIGIN,
            webhookSecrets: env.MAIL_WEBHOOK_SECRET,
            publicUrl: env.PUBLIC_URL,
            defaultChannel: env.MAIL_DEFAULT_CHANNEL,
            undoMs: env.MAIL_UNDO_SECONDS * 1000,
            retentionMs: env.MAIL_DAYS === 0 ? undefined : env.MAIL_DAYS * DAY_MS,
          }
        : undefined,
    store: { url: env.STORE_URL, role: env.ROLE, encryptionKeys: env.ENCRYPTION_KEY },
    http: { host: env.HOST, port: env.PORT, metricsPort: env.METRICS_PORT, metricsToken: env.METRICS_TOKEN },
    logLevel: env.LOG_LEVEL,
    clockScale: env.CLOCK_SCALE,
  }
}

export type Config = ReturnType<typeof shaped>

/** The environment as the app uses it. Throws `ConfigError` with all problems together; an empty value counts as absent. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = environment.safeParse(present)
  const single = (parsed.error?.issues ?? []).map(({ path, message }) => {
    const name = path.join('.')
    const problem = present[name] === undefined ? 'is missing' : message.replace(/^Invalid.*$/, 'is not valid')
    return { name, problem: `${name} ${problem}` }
  })
  const rest = Object.entries(present).filter(([given]) => !single.some(({ name }) => name === given))
  // A variable that was reported already must not cause a second problem by being absent.
  const further = together(parts.parse(Object.fromEntries(rest))).filter(
    (problem) => !single.some(({ name }) => problem.includes(name)),
  )
  const problems = new Set([...single.map(({ problem }) => problem), ...further])
  if (problems.size > 0 || !parsed.success) throw new ConfigError([...problems].join('\n'))
  return shaped(parsed.data)
}
