import { random, type Random } from './prng.ts'

/** What a person, a customer or a service does, as often as its weight says. */
const WEIGHTS = {
  command: 14,
  mention: 9,
  form: 6,
  follow: 17,
  mail: 17,
  more: 11,
  reply: 13,
  complaint: 2,
  'slack-again': 5,
  'mail-again': 5,
} as const

export type ActKind = keyof typeof WEIGHTS

const MAIL: ReadonlySet<string> = new Set(['mail', 'more', 'reply', 'complaint', 'mail-again'])
const jobsAlone: Record<ActKind, number> = { ...WEIGHTS }
for (const kind of Object.keys(WEIGHTS) as ActKind[]) if (MAIL.has(kind)) jobsAlone[kind] = 0

export interface Act {
  kind: ActKind
  /** Stands in whatever is said or written by this act, and nowhere else. */
  marker: string
  words: string
  /** Which of the people, the channels and the things there are at that moment: from 0, below 1. */
  user: number
  channel: number
  pick: number
  times: number
  pauseMs: number
}

export interface Kill {
  /** Counted from the moment at which everything runs again, or (`isEarly`) from the start of the process. */
  afterMs: number
  isEarly: boolean
  /** Which process, from 0, below 1. */
  victim: number
  kind: 'app' | 'all' | 'redis-shutdown' | 'redis-kill'
}

/** What becomes of the agent's jobs and of the mails that leave, from an act on. */
export interface Script {
  from: number
  agent: { outcome: 'completed' | 'failed' | 'nothing-changed' | 'archived'; afterMs: number }
  mail: { outcome: 'delivered' | 'bounced'; afterMs: number }
}

export interface Plan {
  seed: number
  acts: Act[]
  kills: Kill[]
  scripts: Script[]
  weatherSeed: number
}

const VOCABULARY =
  `alpha amber anchor apron atlas basil beacon birch bramble bronze cactus canyon cedar cobalt comet coral cricket
dahlia delta drum ember fable falcon fern fjord flint garnet ginger glacier granite harbor hazel heron indigo ivory jasmine juniper
kettle lagoon lantern lark lemon lilac linen lotus maple marble meadow meteor mint mosaic nectar nickel oasis ochre olive onyx opal
orchid otter oyster paprika pebble pepper pine plum prairie quartz quill raven reef ribbon river saffron sage sable scarlet sierra
silver slate sparrow spruce summit sundial tango teal thistle thunder timber topaz tulip tundra umber velvet violet walnut willow
zephyr zinc`.split(/\s+/) as [string, ...string[]]

function act(chance: Random, index: number, weights: Record<ActKind, number>): Act {
  return {
    kind: chance.weighted(weights),
    marker: `m${String(index).padStart(5, '0')}x${chance.whole(10_000, 99_999)}`,
    words: Array.from({ length: 9 }, () => chance.pick(VOCABULARY)).join(' '),
    user: chance.next(),
    channel: chance.next(),
    pick: chance.next(),
    times: chance.whole(1, 3),
    pauseMs: chance.whole(50, 850),
  }
}

function kill(chance: Random, store: 'sqlite' | 'redis'): Kill {
  const isRedis = store === 'redis' && chance.next() < 0.08
  return {
    isEarly: chance.next() < 0.15,
    afterMs: chance.whole(0, 4200),
    victim: chance.next(),
    kind: isRedis ? chance.pick(['redis-shutdown', 'redis-kill']) : chance.next() < 0.1 ? 'all' : 'app',
  }
}

export interface PlanOptions {
  seed: number
  store: 'sqlite' | 'redis'
  kills: number
  events: number
  /** Leaves the mailbox out. */
  isJobsAlone?: boolean
}

/** Everything that a run does, from its seed alone; only the moments at which processes get to it are not planned. */
export function plan({ seed, store, kills, events, isJobsAlone = false }: PlanOptions): Plan {
  const chance = random(seed)
  const acts = Array.from({ length: events }, (_, index) => act(chance, index, isJobsAlone ? jobsAlone : WEIGHTS))
  const scripts = Array.from({ length: Math.ceil(events / 20) }, (_, index): Script => ({
    from: index * 20,
    agent: {
      outcome: chance.weighted({ completed: 6, failed: 2, 'nothing-changed': 2, archived: 1 }),
      afterMs: chance.whole(0, 600_000),
    },
    mail: { outcome: chance.weighted({ delivered: 4, bounced: 1 }), afterMs: chance.whole(0, 200_000) },
  }))
  return {
    seed,
    acts,
    scripts,
    kills: Array.from({ length: kills }, () => kill(chance, store)),
    weatherSeed: chance.whole(1, 1_000_000),
  }
}
