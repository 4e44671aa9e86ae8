import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, isRecent } from '../../core/clock.ts'
import { isRefusal, UpstreamError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import { withinQuestionTime } from '../../core/question-time.ts'
import { compareNames, type IndexedName } from './name-index.ts'

const FRESH_MS = 10 * 60_000
/** A list that could not be read is not asked for again sooner. */
const PAUSE_AFTER_FAILURE_MS = 30_000
const MINUTE_MS = 60_000
/** Slack allows 20 calls a minute; the others are for people who wait for an answer. */
const CALLS_PER_MINUTE = 12
/** Small workspaces are read without a pause. */
const QUICK_PAGES = 3
const PAGES_MAX = 100
const ATTEMPTS_MAX = 5
/** A person who types waits for the first names, not for all of them. */
const FIRST_WAIT_MS = 1200

/** A page of a list of Slack. */
export interface NamesPage<T> {
  names: T[]
  nextCursor: string
}

/** The names as they are known now. */
export interface KnownNames<T> {
  names: readonly T[]
  /** Whether these are all. */
  isComplete: boolean
}

interface LoadedList<T> {
  names: T[]
  isComplete: boolean
  /** When the last reading began, succeeded and failed. */
  startedAt: number
  loadedAt: number
  failedAt: number
  loading: Promise<void> | undefined
}

/** Waits without keeping the process alive. */
const pause = (ms: number): Promise<void> => sleep(ms, undefined, { ref: false })

/**
 * Keeps a long list of names in memory. A list older than ten minutes is read again page by page in the background when somebody asks; until then the
 * old one is used, or the first time, the names read so far.
 */
export function createNameList<T extends IndexedName>(options: {
  clock: Clock
  log: Log
  readPage: (team: string, cursor: string) => Promise<NamesPage<T>>
}): (team: string) => Promise<KnownNames<T>> {
  const { clock, log, readPage } = options
  const lists = new Map<string, LoadedList<T>>()

  async function readPatiently(team: string, cursor: string): Promise<NamesPage<T>> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await readPage(team, cursor)
      } catch (error) {
        if (!(error instanceof UpstreamError) || isRefusal(error) || attempt === ATTEMPTS_MAX) throw error
        const longestMs = clock.scaled(MINUTE_MS)
        await pause(Math.min(error.details.retryAfterMs ?? longestMs / CALLS_PER_MINUTE, longestMs))
      }
    }
  }

  async function readAll(team: string, list: LoadedList<T>): Promise<void> {
    const found: T[] = []
    // The first time, people find what there is.
    if (!list.isComplete) list.names = found
    let cursor = ''
    for (let page = 1; page <= PAGES_MAX; page++) {
      const { names, nextCursor } = await readPatiently(team, cursor)
      found.push(...names)
      cursor = nextCursor
      if (!cursor) break
      if (page >= QUICK_PAGES) await pause(clock.scaled(MINUTE_MS) / CALLS_PER_MINUTE)
    }
    list.names = found.toSorted(compareNames)
  }

  async function load(team: string, list: LoadedList<T>): Promise<void> {
    try {
      await readAll(team, list)
      list.isComplete = true
      list.loadedAt = clock.now()
    } catch (error) {
      // Names that Slack does not show the app will not arrive later.
      if (isRefusal(error)) list.isComplete = true
      list.failedAt = clock.now()
      log.warn({ err: error, team }, 'the names of the workspace could not be read, trying again when somebody asks')
    } finally {
      list.loading = undefined
    }
  }

  function isDue(list: LoadedList<T>): boolean {
    if (list.loading) return false
    return (
      !isRecent(clock, list.failedAt, clock.scaled(PAUSE_AFTER_FAILURE_MS)) &&
      !isRecent(clock, list.loadedAt, clock.scaled(FRESH_MS))
    )
  }

  return async (team) => {
    const list = lists.get(team) ?? {
      names: [],
      isComplete: false,
      startedAt: 0,
      loadedAt: -Infinity,
      failedAt: -Infinity,
      loading: undefined,
    }
    lists.set(team, list)
    if (isDue(list)) {
      list.startedAt = clock.now()
      list.loading = load(team, list)
    }
    const waitMs = FIRST_WAIT_MS - (clock.now() - list.startedAt)
    if (!list.isComplete && list.loading && waitMs > 0)
      await withinQuestionTime(Math.min(waitMs, FIRST_WAIT_MS), list.loading)
    return { names: list.names, isComplete: list.isComplete }
  }
}
