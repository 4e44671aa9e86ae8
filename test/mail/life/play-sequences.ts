import fc from 'fast-check'
import { HAPPENINGS } from './acts.ts'
import type { Choice } from './happening.ts'
import { beginLife, type Life } from './life.ts'
import { type Question, QUESTIONS } from './mail-life.ts'
import { askAtTheEnd, askQuestions, noteStates } from './questions.ts'
import type { Prepared } from './world.ts'

/** The longest sequence. Acts that nobody can do in it are left out, and cost nothing. */
const ACTS_MAX = 30
const COMMANDS_MAX = 60
/** Acts that every sequence can contain; of the others, each leaves out some, which brings the rest together more often. */
const ALWAYS = ['receive', 'write', 'pass', 'goOn']

interface SequenceOptions {
  /** How many sequences. */
  runs: number
  seed?: number
  /** The way of fast-check to one sequence, which a failure prints. */
  path?: string | undefined
  replayPath?: string | undefined
  /** Asks only these questions; by default all. */
  questions?: Question[]
  /** Acts that happen in no sequence. */
  without?: string[]
}

class Act implements fc.AsyncCommand<Life, Life> {
  readonly name: string
  readonly choice: Choice
  readonly questions: Question[]

  constructor(name: string, choice: Choice, questions: Question[]) {
    this.name = name
    this.choice = choice
    this.questions = questions
  }

  check = (life: Readonly<Life>): boolean => {
    const happening = HAPPENINGS[this.name]
    return happening !== undefined && life.acts < ACTS_MAX && !life.without.has(this.name) && happening.isPossible(life)
  }

  async run(life: Life): Promise<void> {
    const chosen = HAPPENINGS[this.name]
    const happening = chosen?.instead?.(life, this.choice) ?? chosen
    if (!happening?.isPossible(life)) return
    const before = noteStates(life)
    const line = await happening.run(life, this.choice)
    if (line === undefined) return
    life.acts += 1
    await askQuestions(life, before, happening.acts ?? [])
    const states = life.versions.map(({ marker, state }) => `${marker} ${state}`).join(', ')
    life.story.push(states ? `${line}   [${states}]` : line)
    throwViolations(life, this.questions)
  }

  toString = (): string => `${this.name}(${Object.values(this.choice).join(',')})`
}

/** Throws the story of a sequence in which a question is answered wrongly. */
function throwViolations({ violations, story }: Life, questions: Question[]): void {
  const found = violations.splice(0).filter(({ question }) => questions.includes(question))
  if (found.length === 0) return
  const lines = found.map(({ question, what }) => `${QUESTIONS[question]}\n  ${what}`)
  throw new Error(`${lines.join('\n')}\n\nwhat happened:\n${story.map((line) => `  ${line}`).join('\n')}\n`)
}

/** Runs one sequence in a workspace of its own. */
async function playSequence(
  prepared: Prepared,
  {
    needsApproval,
    without,
    acts,
  }: { needsApproval: boolean; without: string[]; acts: Iterable<fc.AsyncCommand<Life, Life>> },
  questions: Question[],
): Promise<void> {
  const world = await prepared.begin(needsApproval)
  const life = beginLife(world, without)
  if (needsApproval) life.story.push('all outgoing mail needs approval')
  try {
    await fc.asyncModelRun(() => ({ model: life, real: life }), acts)
    life.story.push('then everything comes to its end')
    await askAtTheEnd(life)
    throwViolations(life, questions)
  } finally {
    life.witness.stop()
    await world.end()
  }
}

/** Plays random sequences of acts, and throws the shortest one in which a question is answered wrongly. */
export async function playSequences(prepared: Prepared, options: SequenceOptions): Promise<void> {
  const { runs, seed, path, replayPath, questions = Object.keys(QUESTIONS) as Question[], without = [] } = options
  const choice = fc.record({
    who: fc.nat(59),
    // People mostly go on with the newest.
    which: fc.tuple(fc.nat(3), fc.nat(3)).map(([one, other]) => Math.min(one, other)),
    how: fc.nat(419),
  })
  const possible = Object.entries(HAPPENINGS).filter(([name]) => !without.includes(name))
  const acts = possible.map(([name, { weight }]) => ({
    weight,
    arbitrary: choice.map((given) => new Act(name, given, questions)),
  }))
  const sequences = fc.record({
    needsApproval: fc.boolean(),
    without: fc.subarray(possible.map(([name]) => name).filter((name) => !ALWAYS.includes(name))),
    acts: fc.commands<Life, Life, false>([fc.oneof(...acts)], {
      maxCommands: COMMANDS_MAX,
      size: 'max',
      ...(replayPath !== undefined && { replayPath }),
    }),
  })
  await fc.assert(
    fc.asyncProperty(sequences, (sequence) =>
      playSequence(prepared, { ...sequence, without: [...without, ...sequence.without] }, questions),
    ),
    { numRuns: runs, ...(seed !== undefined && { seed }), ...(path !== undefined && { path, endOnFailure: true }) },
  )
}
