import { createReaderCheck } from '../../access/channel-readers.ts'
import { findThreadChannel } from '../../access/mail-acts.ts'
import { withinQuestionTime } from '../../../core/question-time.ts'
import { listReasons, type Suppression, toCause } from './suppression.ts'
import { findThreadLink } from '../../notify/thread-link.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import type { SuppressedBecause } from './find-suppressed.ts'

const ROWS = 10
/** The most pages of fifty searched in one request for rows that the person may see. */
const MOST_PAGES = 20
/** Short, because the person waits for the list. */
const LINK_TIMEOUT_MS = 400
const LOOKUP_MS = 700

/** A reason as its reader may see it. */
export interface ListedReason extends SuppressedBecause {
  inboxId: string | undefined
  link: string | undefined
}

export interface SuppressedRow {
  id: string
  address: string
  reasons: ListedReason[]
  mayClear: boolean
}

/** A page of the list; `next` is the start of the next page, if that has something that the person may see. */
export interface SuppressedPage {
  rows: SuppressedRow[]
  next: string | undefined
}

interface Person {
  user: string
}

/** The inbox of the newest reason. */
export function findInboxOf(suppression: Suppression): string | undefined {
  const reasons = listReasons(suppression).flatMap((reason) => suppression[reason] ?? [])
  return reasons.toSorted((one, other) => other.at - one.at)[0]?.inboxId
}

/**
 * The inboxes whose admins must clear the suppression together; undefined stands for the admins of all mail, because a block of the account or a pod
 * stops the mail of several inboxes.
 */
export function listInboxesOf(suppression: Suppression): (string | undefined)[] {
  const inboxes = listReasons(suppression).map((reason) => {
    const isShared = reason === 'blocked' && suppression.blocked?.scope !== 'inbox'
    return isShared ? undefined : suppression[reason]?.inboxId
  })
  return [...new Set(inboxes)]
}

/** Checks what a person may see, once per inbox and channel. */
function createVisibility(scope: OutboundScope, { user }: Person) {
  const { team, access, routes } = scope
  const mayRead = createReaderCheck(scope, user)
  const decided = new Map<string | undefined, Promise<boolean>>()
  const mayAdminister = (inbox: string | undefined): Promise<boolean> => {
    const question = { team, user, action: 'mail.administer', ...(inbox !== undefined && { inbox }) } as const
    const answer = decided.get(inbox) ?? access.decide(question).then(({ isAllowed }) => isAllowed)
    decided.set(inbox, answer)
    return answer
  }
  const findChannel = async (inboxId: string, thread: string | undefined) =>
    (thread && (await findThreadChannel(scope, thread))) ??
    (await routes.findRoute({ inboxId, from: { address: '' }, to: [], cc: [], subject: '' }))?.channel
  return {
    mayClear: async (suppression: Suppression): Promise<boolean> =>
      (await Promise.all(listInboxesOf(suppression).map(mayAdminister))).every(Boolean),
    /** Whether the person administers the inbox, or may read the channel of its mail. */
    async maySee({ inboxId, thread }: { inboxId?: string | undefined; thread?: string }): Promise<boolean> {
      if (await mayAdminister(inboxId)) return true
      const channel = inboxId === undefined ? undefined : await findChannel(inboxId, thread)
      return channel !== undefined && mayRead(channel)
    },
  }
}

/** Reads the addresses that a person may see, newest first. */
export async function readSuppressedPage(
  scope: OutboundScope,
  person: Person,
  after: string | undefined,
): Promise<SuppressedPage> {
  const visibility = createVisibility(scope, person)
  const account = await withinQuestionTime(LOOKUP_MS, scope.outbound.sendBlocks.readAccount())
  const isOffList = ({ address, blocked }: Suppression): boolean =>
    blocked?.scope === 'account' && account?.isWhole === true && !account.entries.some(({ entry }) => entry === address)
  const rows: SuppressedRow[] = []
  let [start, shown] = [after, after]
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await scope.outbound.suppressions.list(start)
    for (const { id, listId, value } of page.rows) {
      const reasons = await listVisible(scope, visibility, value, isOffList(value))
      if (reasons.length === 0) continue
      if (rows.length === ROWS) return { rows, next: shown }
      rows.push({ id, address: value.address, reasons, mayClear: await visibility.mayClear(value) })
      shown = listId
    }
    if (page.next === undefined) return { rows, next: undefined }
    start = page.next
  }
  return { rows, next: rows.length > 0 ? start : undefined }
}

async function listVisible(
  scope: OutboundScope,
  visibility: ReturnType<typeof createVisibility>,
  suppression: Suppression,
  isOffList: boolean,
): Promise<ListedReason[]> {
  const reasons = await Promise.all(
    listReasons(suppression).map(async (reason) => {
      const fact = suppression[reason]
      if (!fact || (reason === 'blocked' && isOffList) || !(await visibility.maySee(fact))) return []
      const { bounced } = suppression
      const asked = 'thread' in fact ? findThreadLink(scope, fact.thread) : undefined
      return {
        reason,
        at: fact.at,
        inboxId: fact.inboxId,
        link: asked && (await withinQuestionTime(LINK_TIMEOUT_MS, asked)),
        ...(reason === 'bounced' && bounced && { bounce: toCause(bounced) }),
      }
    }),
  )
  return reasons.flat().toSorted((one, other) => (other.at ?? 0) - (one.at ?? 0))
}
