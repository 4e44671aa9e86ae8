import type { BlockedEntry, BlockScope } from '../../../clients/mailbox/send-block-list.ts'
import type { MailboxClient } from '../../../clients/mailbox/mailbox-client.ts'
import { type Clock, isRecent } from '../../../core/clock.ts'
import { UpstreamError } from '../../../core/errors.ts'
import { createSharedAnswers } from '../../../core/shared-answers.ts'

/** While a person edits recipients, the mailbox is asked only once. */
const KEPT_MS = 30_000
/** Short, because a form opens within three seconds of the click. */
const SOON_MS = 700
/** The most cached answers; forms and inboxes are few. */
const MAX_KEPT = 500
/** The most recipients looked up one by one in a list longer than a page. The send reports the others. */
const MAX_FINDS = 20

/** An entry of a send block list, and the scope of the mail that it stops. */
export interface SendBlock extends BlockedEntry {
  scope: BlockScope
}

/** The answer of an inbox's block lists. Unless `isSure`, entries outside `blocked` may be blocked as well. */
export interface SendBlockAnswer {
  blocked: SendBlock[]
  isSure: boolean
}

/** The mailbox's send block lists, read for a form and cached briefly. An unreadable list counts as unknown. */
export function createSendBlocks({ sendBlocks, inboxes }: MailboxClient, clock: Clock) {
  const soon = createSharedAnswers<SendBlockAnswer>({ limitMs: SOON_MS, keptMs: KEPT_MS })
  const kept = new Map<string, { at: number; answer: Promise<unknown> }>()

  /** Returns undefined if the mailbox refuses or does not answer, which is also cached. */
  async function ask<T>(key: string, call: () => Promise<T>): Promise<T | undefined> {
    const known = kept.get(key)
    if (known && isRecent(clock, known.at, clock.scaled(KEPT_MS))) return known.answer as Promise<T | undefined>
    const answer = call().catch((error: unknown) => {
      if (error instanceof UpstreamError) return undefined
      throw error
    })
    if (kept.size >= MAX_KEPT) kept.clear()
    kept.set(key, { at: clock.now(), answer })
    return answer
  }

  const nameScope = (scope: BlockScope): string => ('id' in scope ? `${scope.is}:${scope.id}` : scope.is)
  const readList = (scope: BlockScope) => ask(nameScope(scope), () => sendBlocks.list(scope))

  /** The lists that stop mail of an inbox; an unreadable inbox has at least two. */
  async function listScopes(inboxId: string): Promise<BlockScope[]> {
    const inbox = await ask(`inbox-of:${inboxId}`, () => inboxes.get(inboxId))
    const pod = inbox?.pod_id
    return [{ is: 'account' }, ...(pod ? [{ is: 'pod' as const, id: pod }] : []), { is: 'inbox', id: inboxId }]
  }

  async function findIn(scope: BlockScope, entries: string[]): Promise<SendBlockAnswer> {
    const list = await readList(scope)
    if (!list) return { blocked: [], isSure: false }
    const onPage = list.entries.filter(({ entry }) => entries.includes(entry))
    const others = list.isWhole ? [] : entries.filter((entry) => !onPage.some((one) => one.entry === entry))
    const found = await Promise.all(
      others
        .slice(0, MAX_FINDS)
        .map((entry) =>
          ask(`${nameScope(scope)}/${entry}`, async () => (await sendBlocks.find(scope, entry)) ?? 'absent'),
        ),
    )
    return {
      blocked: [...onPage, ...found.filter((one) => typeof one === 'object')].map((one) => ({ ...one, scope })),
      isSure: found.every((one) => one !== undefined) && others.length <= MAX_FINDS,
    }
  }

  async function find(inboxId: string, entries: string[]): Promise<SendBlockAnswer> {
    const scopes = await listScopes(inboxId)
    const answers = await Promise.all(scopes.map((scope) => findIn(scope, entries)))
    return {
      blocked: answers.flatMap(({ blocked }) => blocked),
      isSure: answers.every(({ isSure }) => isSure),
    }
  }

  return {
    listScopes,
    /** Returns which of these addresses and domains are blocked for this inbox; undefined if the mailbox does not answer in time for a form. */
    findSoon: (inboxId: string, entries: string[]): Promise<SendBlockAnswer | undefined> =>
      soon.find(JSON.stringify([inboxId, ...entries]), () => find(inboxId, entries)),
    /** Returns the entries that stop mail of the whole account, up to one page; undefined if they cannot be read. */
    readAccount: () => readList({ is: 'account' }),
    /** Clears the cache. */
    forget(): void {
      kept.clear()
      soon.forget()
    },
  }
}

export type SendBlocks = ReturnType<typeof createSendBlocks>
