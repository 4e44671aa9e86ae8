import { onTestFinished, test } from 'vitest'
import { type Question, QUESTIONS } from './mail-life.ts'
import { playSequences } from './play-sequences.ts'
import { prepareWorld } from './world.ts'

const { LIFE_RUNS, LIFE_SEED, LIFE_PATH, LIFE_REPLAY, LIFE_QUESTIONS, LIFE_WITHOUT } = process.env

const store = process.env['TEST_STORE'] === 'redis' ? 'redis' : 'sqlite'
const RUNS = { sqlite: 200, redis: 20 }

const readNames = (names: string): string[] => names.split(',').filter(Boolean)

test(
  'mail is sent as people meant it, and seen only by its readers, in every order of acts and faults',
  { timeout: 0, tags: ['redis'] },
  async () => {
    const prepared = await prepareWorld({ store })
    onTestFinished(() => prepared.close())
    const all = Object.keys(QUESTIONS) as Question[]
    const asked = LIFE_QUESTIONS === undefined ? undefined : readNames(LIFE_QUESTIONS)
    await playSequences(prepared, {
      runs: Number(LIFE_RUNS ?? RUNS[store]),
      ...(LIFE_SEED !== undefined && { seed: Number(LIFE_SEED) }),
      path: LIFE_PATH,
      replayPath: LIFE_REPLAY,
      without: readNames(LIFE_WITHOUT ?? ''),
      questions: all.filter((one) => asked?.includes(one) ?? true),
    })
  },
)
