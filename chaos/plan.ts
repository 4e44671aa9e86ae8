import { createPrng, type Prng } from '../tools/prng.ts'

/** The kinds of operation, each with its relative frequency. */
const WEIGHTS = {
  command: 14,
  mention: 9,
  form: 6,
  'follow-up': 17,
  mail: 17,
  'mail-in-thread': 11,
  reply: 5,
  'reply-all': 3,
  forward: 4,
  'new-mail': 4,
  'answer-to-new': 3,
  approval: 0,
  decide: 5,
  complaint: 2,
  'slack-redelivery': 5,
  'mail-redelivery': 5,
} as const

export type OperationKind = keyof typeof WEIGHTS

/** The kinds of send, each on a route of its own but the first two. */
const SENDS = ['reply', 'reply-all', 'forward', 'new-mail'] as const
const MAIL_KINDS: ReadonlySet<string> = new Set([
  ...SENDS,
  'mail',
  'mail-in-thread',
  'answer-to-new',
  'decide',
  'complaint',
  'mail-redelivery',
])
const JOBS_ONLY_WEIGHTS: Record<OperationKind, number> = { ...WEIGHTS }
for (const kind of Object.keys(WEIGHTS) as OperationKind[]) if (MAIL_KINDS.has(kind)) JOBS_ONLY_WEIGHTS[kind] = 0

export interface PlannedOperation {
  kind: OperationKind
  /** A word that occurs in the texts of this operation and nowhere else. */
  marker: string
  words: string
  /** Which of the people, the channels and the candidates that exist at that moment, as a share from 0 to below 1. */
  user: number
  channel: number
  pick: number
  times: number
  pauseMs: number
}

export interface Kill {
  /** Waits until this many operations have ended. */
  from: number
  /** Counted from the moment at which all processes are up, or, if `isEarly`, from the start of the process. */
  afterMs: number
  isEarly: boolean
  /** Which process, as a share from 0 to below 1. */
  target: number
  kind: 'app' | 'all' | 'redis-shutdown' | 'redis-kill'
}

/** The outcome of the agent's jobs and of sent mails, from the operation with this index on. */
export interface Script {
  from: number
  agent: { outcome: 'completed' | 'failed' | 'nothing-changed' | 'archived'; afterMs: number }
  mail: { outcome: 'delivered' | 'bounced'; afterMs: number }
}

export interface Plan {
  seed: number
  operations: PlannedOperation[]
  kills: Kill[]
  scripts: Script[]
  faultSeed: number
}

const VOCABULARY =
  `alpha amber anchor apron atlas basil beacon birch bramble bronze cactus canyon cedar cobalt comet coral cricket
dahlia delta drum ember fable falcon fern fjord flint garnet ginger glacier granite harbor hazel heron indigo ivory jasmine juniper
kettle lagoon lantern lark lemon lilac linen lotus maple marble meadow meteor mint mosaic nectar nickel oasis ochre olive onyx opal
orchid otter oyster paprika pebble pepper pine plum prairie quartz quill raven reef ribbon river saffron sage sable scarlet sierra
silver slate sparrow spruce summit sundial tango teal thistle thunder timber topaz tulip tundra umber velvet violet walnut willow
zephyr zinc`.split(/\s+/) as [string, ...string[]]

function planOperation(prng: Prng, index: number, weights: Record<OperationKind, number>): PlannedOperation {
  return {
    kind: prng.weighted(weights),
    marker: `m${String(index).padStart(5, '0')}x${prng.integer(10_000, 99_999)}`,
    // Reads as a task: Bellhop asks about anything else before it starts a job.
    words: `add a page about ${Array.from({ length: 9 }, () => prng.pick(VOCABULARY)).join(' ')}`,
    user: prng.next(),
    channel: prng.next(),
    pick: prng.next(),
    times: prng.integer(1, 3),
    pauseMs: prng.integer(50, 850),
  }
}

function planKill(prng: Prng, store: 'sqlite' | 'redis', from: number): Kill {
  const isRedis = store === 'redis' && prng.next() < 0.08
  return {
    from,
    isEarly: prng.next() < 0.15,
    afterMs: prng.integer(0, 4200),
    target: prng.next(),
    kind: isRedis ? prng.pick(['redis-shutdown', 'redis-kill']) : prng.next() < 0.1 ? 'all' : 'app',
  }
}

export interface PlanOptions {
  seed: number
  store: 'sqlite' | 'redis'
  kills: number
  events: number
  /** Leaves the mailbox out. */
  isJobsOnly?: boolean
  /** Only mail: this many sends, each kind as often, among incoming mail. */
  sends?: number | undefined
}

/** The first mails are there to be answered. */
const FIRST_MAILS = 12
const SENDS_PER_MAIL = 8
const SENDS_PER_DECISION = 5
/** Somebody writes while the answers to the last ones are under way. */
const LONGEST_PAUSE_MS = 160

function planSends(prng: Prng, sends: number): PlannedOperation[] {
  const kinds: OperationKind[] = Array.from({ length: FIRST_MAILS }, () => 'mail')
  for (let index = 0; index < sends; index += 1) {
    if (index === Math.floor(sends / 2)) kinds.push('approval')
    if (index % SENDS_PER_DECISION === 0) kinds.push('decide')
    kinds.push(SENDS[index % SENDS.length] ?? 'reply')
    if (index % SENDS_PER_MAIL === 0)
      kinds.push(prng.pick(['mail', 'mail-in-thread', 'answer-to-new', 'mail-redelivery']))
  }
  return kinds.map((kind, index) => ({
    ...planOperation(prng, index, WEIGHTS),
    kind,
    pauseMs: prng.integer(0, LONGEST_PAUSE_MS),
  }))
}

/** Plans a whole run from its seed. Only the timing of the processes is left to chance. */
export function createPlan({ seed, store, kills, events: wanted, isJobsOnly = false, sends }: PlanOptions): Plan {
  const prng = createPrng(seed)
  const operations =
    sends === undefined
      ? Array.from({ length: wanted }, (_, index) =>
          planOperation(prng, index, isJobsOnly ? JOBS_ONLY_WEIGHTS : WEIGHTS),
        )
      : planSends(prng, sends)
  const events = operations.length
  const scripts = Array.from({ length: Math.ceil(events / 20) }, (_, index): Script => ({
    from: index * 20,
    agent: {
      outcome: prng.weighted({ completed: 6, failed: 2, 'nothing-changed': 2, archived: 1 }),
      afterMs: prng.integer(0, 600_000),
    },
    mail: { outcome: prng.weighted({ delivered: 4, bounced: 1 }), afterMs: prng.integer(0, 200_000) },
  }))
  return {
    seed,
    operations,
    scripts,
    // People wait for the forms of mails: the kills come at their pace.
    kills: Array.from({ length: kills }, (_, index) =>
      planKill(prng, store, sends === undefined ? 0 : Math.floor((index * events) / kills)),
    ),
    faultSeed: prng.integer(1, 1_000_000),
  }
}
