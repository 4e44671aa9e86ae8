import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { UpstreamError } from '../../core/errors.ts'

type Argument = string | number | Buffer
type RunScript = (keys: string[], args: Argument[]) => Promise<unknown>

/** A Lua script, sent by its hash: keys first, then arguments. */
export function createScript(client: Redis, lua: string): RunScript {
  return createRunner(lua, {
    byHash: (...args) => client.evalsha(...args),
    byText: (...args) => client.eval(...args),
  })
}

/** The same as `createScript`, with bytes instead of text in the answer. */
export function createByteScript(client: Redis, lua: string): RunScript {
  // ioredis has a `Buffer` variant of every command; its types leave these two out.
  const typed = client as Redis & Record<'evalshaBuffer' | 'evalBuffer', Send>
  return createRunner(lua, {
    byHash: (...args) => typed.evalshaBuffer(...args),
    byText: (...args) => typed.evalBuffer(...args),
  })
}

type Send = (script: string, keys: number, ...args: Argument[]) => Promise<unknown>

function createRunner(lua: string, { byHash, byText }: { byHash: Send; byText: Send }): RunScript {
  const hash = createHash('sha1').update(lua).digest('hex')
  return async (keys, args) => {
    try {
      return await byHash(hash, keys.length, ...keys, ...args)
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw toStoreError(error)
    }
    return translateFailure(byText(lua, keys.length, ...keys, ...args))
  }
}

/** The answer; a failure of Redis becomes a store error. */
export async function translateFailure<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw toStoreError(error)
  }
}

/** Reasons by the first word of Redis' error; an error with another first word is our mistake. */
const REFUSALS = new Map([
  ['OOM', 'has no memory left'],
  ['READONLY', 'is a replica and accepts no writes'],
  ['LOADING', 'is still loading its file'],
  ['MASTERDOWN', 'has lost its primary'],
  ['MISCONF', 'cannot write its file'],
  ['NOREPLICAS', 'has too few replicas'],
  ['CLUSTERDOWN', 'cluster is down'],
  ['BUSY', 'is busy with a script'],
  ['NOAUTH', 'wants a password'],
  ['TRYAGAIN', 'cluster is moving its slots'],
])

function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const reason = error.name === 'ReplyError' ? REFUSALS.get(error.message.split(' ', 1)[0] ?? '') : 'cannot be reached'
  if (!reason) return error
  return new UpstreamError(`Redis ${reason}`, {
    service: 'store',
    code: 'unavailable',
    outcome: 'not_sent',
    cause: error,
  })
}
