import type { BlockProblem } from '../blocks/validate-blocks.ts'
import { validateMessageBlocks, validateView } from '../blocks/validate-blocks.ts'
import { invalidArguments, SlackError } from '../api/slack-errors.ts'
import type { ApiMethods } from '../api/api-method.ts'
import { isJsonObject, type JsonObject } from '../workspace/workspace-types.ts'

const KINDS = ['blocks', 'message', 'view'] as const

/** A problem in the shape of `blocks.validate`, which differs from that of the other methods. */
const listed = (problem: BlockProblem): JsonObject => ({
  code: 'failed_constraint',
  message: problem.words,
  pointer: problem.pointer,
  ...(problem.constraint && { constraint: problem.constraint }),
})

function parsed(value: unknown, kind: string): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    throw invalidArguments(`\`${kind}\` must be valid JSON`)
  }
}

function problemsOf(kind: (typeof KINDS)[number], given: unknown): BlockProblem[] {
  if (kind === 'blocks') return validateMessageBlocks(given, '')
  if (kind === 'view') return validateView(given, '')
  if (!isJsonObject(given)) return validateMessageBlocks(undefined, '')
  const stray = Object.keys(given).filter((key) => key !== 'blocks' && key !== 'attachments')
  const complaints = stray.map((key): BlockProblem => {
    const words = `invalid additional property: ${key}`
    return { pointer: '', words, message: `[ERROR] ${words}`, error: 'invalid_message' }
  })
  return [...complaints, ...validateMessageBlocks(given['blocks'] ?? [])]
}

/** `blocks.validate`: validates blocks, a message or a view without posting it, and needs no token. */
export function createValidationMethods(): ApiMethods {
  return {
    'blocks.validate': {
      token: 'none',
      rate: { perMinute: 60 },
      run({ args }) {
        const given = KINDS.filter((kind) => args.all[kind] !== undefined && args.all[kind] !== '')
        const [kind] = given
        if (kind === undefined || given.length > 1) {
          const words = 'must provide exactly one of `blocks`, `view`, or `message`'
          throw new SlackError('invalid_arguments', { response_metadata: { messages: [words] } })
        }
        const problems = problemsOf(kind, parsed(args.all[kind], kind))
        if (problems.length > 0) throw new SlackError(`invalid_${kind}`, { errors: problems.map(listed) })
        return {}
      },
    },
  }
}
