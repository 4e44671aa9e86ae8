/** Writes the newest 100,000 records of the audit as a CSV file, and uploads it to a server that throws it away: `node bench/audit-export.ts <store url>`. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAuditLog } from '../src/audit/audit-log.ts'
import { uploadFile } from '../src/slack/api/upload-file.ts'
import { createKeyedHash } from '../src/store/keyed-hash.ts'
import { createAuditCsv } from '../src/workspace/audit/audit-csv.ts'
import { workspaceTextIn } from '../src/workspace/text/workspace-text.ts'
import { openBenchStorage } from './seed-history.ts'

const ENTRIES = 100_000
const YEAR_MS = 365 * 24 * 3_600_000
const MB = 1024 * 1024
/** Memory in use, not what waits for the garbage collector, which takes its time while there is room. */
const COLLECT_MS = 100

const [url = ''] = process.argv.slice(2)
const opened = await openBenchStorage(url, { ENCRYPTION_KEY: process.env['ENCRYPTION_KEY'] ?? '' })
const { store, clock } = opened
const all = createAuditLog({ store, clock, keyedHash: await createKeyedHash(store), retentionMs: YEAR_MS })
let left = ENTRIES
const audit: Pick<typeof all, 'list'> = {
  async list(team, filter, page = {}) {
    if (page.after === undefined) left = ENTRIES
    const found = await all.list(team, filter, page)
    left -= found.records.length
    return left > 0 ? found : { ...found, next: undefined }
  },
}
const people = {
  person: async (_team: string, id: string) => ({
    id,
    name: `Person ${id}`,
    kind: 'member' as const,
    isMember: true,
    isAdmin: false,
  }),
  channel: async (_team: string, id: string) => ({
    id,
    name: `channel-${id}`,
    isShared: false,
    isPrivate: false,
    isArchived: false,
    isMember: true,
  }),
  names: async () => new Map<string, string>(),
}

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.end('OK'))
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

globalThis.gc?.()
const before = process.memoryUsage().rss
let peak = before
const sampling = setInterval(() => {
  globalThis.gc?.()
  peak = Math.max(peak, process.memoryUsage().rss)
}, COLLECT_MS)
const started = performance.now()
const csv = createAuditCsv(
  { audit, people, access: { mayRead: async () => true } },
  { team: 'T1', user: 'U1', filter: { untilMs: clock.now() } },
  { text: workspaceTextIn('en').audit, describeSetting: () => undefined, inboxes: new Map() },
)
const { length, entries } = await csv.measure()
await uploadFile(
  {
    reserve: async () => {},
    call: async (_team, _method, _args, schema) => schema.parse({ upload_url: address, file_id: 'F1' }),
  },
  address,
  { team: 'T1', name: 'audit.csv', length, content: csv.content },
)
const seconds = (performance.now() - started) / 1000
clearInterval(sampling)
console.log(JSON.stringify({ entries, megabytes: length / MB, seconds, extraMb: (peak - before) / MB }))
server.close()
server.closeAllConnections()
await opened.close()
