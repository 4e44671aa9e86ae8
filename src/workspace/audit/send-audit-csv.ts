import { z } from 'zod'
import type { Act } from '../../access/authorize.ts'
import type { AuditFilter } from '../../audit/audit-log.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { MISSING_SCOPE } from '../../slack/api/slack-errors.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import type { OpenView } from '../../slack/inbound/listeners.ts'
import type { TaskHandler } from '../../queue/task-kinds.ts'
import type { WorkspaceServices } from '../services.ts'
import { createAuditCsv } from './audit-csv.ts'
import { type AuditServices, readTexts } from './audit-texts.ts'

const filterSchema = z.object({
  user: z.string().optional(),
  action: z.string().optional(),
  object: z.object({ kind: z.string(), id: z.string() }).optional(),
  fromMs: z.number().optional(),
  /** The time of the request: later records do not change the file. */
  untilMs: z.number(),
})
const csvSchema = z.object({ team: z.string(), user: z.string(), request: z.string(), filter: filterSchema })
type CsvRequest = z.infer<typeof csvSchema>

/** Frozen. Sends the audit to an admin as a file. */
const csvTask = taskKind('workspace.audit_csv', csvSchema)

/** Leaves out entries that are about to expire: the file must not shrink while it is sent. */
const EXPIRY_MARGIN_MS = 10 * 60_000

export const auditCsvTasks = (services: AuditServices): TaskHandler[] => [
  csvTask.handler((request, { signal }) => sendAuditCsv(services, request, signal)),
]

/** Requests the file. A second click before the modal has answered sends no second file. */
export async function requestAuditCsv(
  { queue, clock }: WorkspaceServices,
  { team, user, view }: { team: string; user: string; view: Pick<OpenView, 'id' | 'hash'> },
  filter: AuditFilter,
): Promise<void> {
  const { object, untilMs = Infinity, ...others } = filter
  const request = `${view.id}:${view.hash}`
  const data: CsvRequest = {
    team,
    user,
    request,
    filter: {
      ...others,
      ...(object && { object: { kind: object.kind, id: object.id } }),
      untilMs: Math.min(untilMs, clock.now()),
    },
  }
  await queue.send(csvTask.of(data), {
    id: `workspace.audit_csv:${team}:${request}`,
    lane: `workspace.audit_csv:${team}`,
  })
}

async function sendAuditCsv(services: AuditServices, request: CsvRequest, signal: AbortSignal): Promise<void> {
  const {
    audit,
    authorizer,
    outbox,
    slack: { sendFile },
  } = services
  const { team, user, filter } = request
  const opId = `workspace.audit_csv:${request.request}`
  const act: Act = {
    team,
    user,
    action: 'workspace.administer',
    verb: 'download',
    object: { kind: 'audit', id: 'audit' },
    opId,
  }
  const permission = await authorizer.ask(act)
  if (permission.is !== 'allowed')
    return outbox.postDirect({ team, user, opId: `${opId}:refused`, message: permission.message })
  const texts = await readTexts(services, request)
  const { csv: words } = texts.text
  const fromMs = Math.max(filter.fromMs ?? 0, audit.keptSince() + EXPIRY_MARGIN_MS)
  const csv = createAuditCsv(services, { team, user, filter: { ...filter, fromMs } }, texts)
  const { length, entries } = await csv.measure()
  const day = new Date(filter.untilMs).toISOString().slice(0, 10)
  const outcome = await sendFile({
    team,
    location: { user },
    opId,
    name: `bellhop-audit-${day}.csv`,
    title: words.title({ day }),
    comment: words.comment({ entries }),
    length,
    content: csv.content,
    signal,
  })
  if ('isSent' in outcome) return authorizer.recordAct(act)
  await authorizer.recordAct(act, { outcome: 'failed' })
  const message = textMessage(
    outcome.refused === MISSING_SCOPE ? words.missingScope : words.refused({ code: outcome.refused }),
  )
  return outbox.postDirect({ team, user, opId: `${opId}:failed`, message })
}
