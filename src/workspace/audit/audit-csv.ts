import { setImmediate as pause } from 'node:timers/promises'
import { UpstreamError } from '../../core/errors.ts'
import type { AuditFilter, AuditLog, AuditRecord } from '../../audit/audit-log.ts'
import type { AccessPolicy } from '../../access/access-policy.ts'
import type { People } from '../../slack/directory/people.ts'
import { type AuditTexts, findKnownName, findObjectUrl } from './audit-rows.ts'
import { BYTE_ORDER_MARK, formatCsvLine } from './csv-line.ts'

const PAGE = 200

export interface AuditCsvServices {
  audit: Pick<AuditLog, 'list'>
  people: People
  access: Pick<AccessPolicy, 'mayRead'>
}

/** The entries to write, and their reader. */
export interface AuditCsvScope {
  team: string
  user: string
  filter: AuditFilter
}

/** Yields every record of the filter, newest first, page by page; other work runs in between. */
async function* readPages(
  audit: Pick<AuditLog, 'list'>,
  { team, filter }: AuditCsvScope,
): AsyncGenerator<AuditRecord[]> {
  let after: string | undefined
  do {
    const page = await audit.list(team, filter, { after, limit: PAGE })
    yield page.records
    after = page.next
    await pause()
  } while (after !== undefined)
}

/** Looks up each name once per file, so both passes write the same. A name that Slack does not return is replaced by the id. */
function rememberNames(find: (id: string) => Promise<string | undefined>): (id: string) => Promise<string> {
  const known = new Map<string, string>()
  return async (id) => {
    const found = known.get(id) ?? (await nameIfAnswered(find, id))
    known.set(id, found)
    return found
  }
}

async function nameIfAnswered(find: (id: string) => Promise<string | undefined>, id: string): Promise<string> {
  try {
    const name = await find(id)
    return name === undefined || name === '' || name === id ? id : `${name} (${id})`
  } catch (error) {
    if (error instanceof UpstreamError) return id
    throw error
  }
}

/**
 * The audit as a CSV file. Generated for each pass: one counts the bytes, which Slack requires beforehand, and one sends the file. Only one page is
 * in memory at a time.
 */
export function createAuditCsv(services: AuditCsvServices, scope: AuditCsvScope, texts: Omit<AuditTexts, 'access'>) {
  const { audit, people, access } = services
  const { text } = texts
  const { team, user: reader } = scope
  const namePerson = rememberNames(async (id) => (await people.person(team, id, { isShownOnly: true })).name)
  // A private channel's name is hidden from an admin who is not in it.
  const nameChannel = rememberNames(async (id) =>
    /^[CG]/.test(id) && (await access.mayRead(team, reader, id))
      ? `#${(await people.channel(team, id)).name}`
      : undefined,
  )

  /** Names a setting or an inbox in words, with its recorded name in parentheses; other objects by their recorded name. */
  function formatObject(object: AuditRecord['object']): string {
    const { kind, id } = object
    const known = findKnownName(texts, object)
    const named = known === undefined ? id : `${known} (${id})`
    return [kind, id === kind ? '' : named, findObjectUrl(object) ?? ''].filter((part) => part !== '').join(' ')
  }

  async function formatRecord(record: AuditRecord): Promise<string> {
    const { at, user, action, verb, object, location, outcome, hash = '', opId, correlation = '' } = record
    return formatCsvLine([
      new Date(at).toISOString(),
      user === undefined ? text.bellhop : await namePerson(user),
      verb === undefined ? action : `${action} ${verb}`,
      formatObject(object),
      location === undefined ? '' : [await nameChannel(location.channel), location.ts ?? ''].join(' ').trim(),
      String(outcome),
      hash,
      opId,
      correlation,
    ])
  }

  async function* content(): AsyncGenerator<Uint8Array> {
    const { time, person, action, object, location, outcome, hash, opId, correlation } = text.csv.columns
    const head = formatCsvLine([time, person, action, object, location, outcome, hash, opId, correlation])
    yield Buffer.from(BYTE_ORDER_MARK + head)
    for await (const records of readPages(audit, scope)) {
      let lines = ''
      for (const record of records) lines += await formatRecord(record)
      if (lines !== '') yield Buffer.from(lines)
    }
  }

  return {
    content,
    /** Counts the file's bytes and entries. */
    async measure(): Promise<{ length: number; entries: number }> {
      let length = 0
      let lines = -1
      for await (const chunk of content()) {
        length += chunk.length
        for (const byte of chunk) if (byte === 0x0a) lines++
      }
      return { length, entries: lines }
    },
  }
}
