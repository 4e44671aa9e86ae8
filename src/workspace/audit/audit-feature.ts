import { withinDeadline } from '../../core/question-time.ts'
import type { Act } from '../../access/authorize.ts'
import type { AuditFilter, ListedAuditRecord } from '../../audit/audit-log.ts'
import type { Message, View } from '../../slack/blocks/slack-message.ts'
import type { Action, OpenView, RequestOrigin } from '../../slack/inbound/listeners.ts'
import type { Feature } from '../../slice.ts'
import type { WorkspaceServices } from '../services.ts'
import { auditModal, refusedAuditModal } from './audit-modal.ts'
import {
  type AuditFilterChoice,
  auditActionIds,
  type AuditQuery,
  changeAuditQuery,
  newAuditQuery,
  readAuditQuery,
  toAuditFilter,
} from './audit-query.ts'
import { auditCsvTasks, requestAuditCsv } from './send-audit-csv.ts'
import { findReadableChannels } from './audit-rows.ts'
import { type AuditReader, type AuditServices, readTexts } from './audit-texts.ts'

/** The audit for admins, in a modal. Permission is checked each time that it shows something. */
export function auditFeature(services: AuditServices): Feature {
  return {
    tasks: auditCsvTasks(services),
    listen(slack) {
      slack.action(auditActionIds.open, (action) => openAuditFromHome(services, action))
      for (const id of Object.values(auditActionIds).filter((one) => one !== auditActionIds.open))
        slack.action(id, (action) => updateAudit(services, action))
    },
  }
}

const describeAct = ({ team, user, eventId, channel }: RequestOrigin & { channel?: string }): Act => ({
  team,
  user,
  action: 'workspace.administer',
  verb: 'read',
  object: { kind: 'audit', id: 'audit' },
  opId: `workspace.audit:${eventId}`,
  ...(channel !== undefined && { location: { channel } }),
})

/** Opens the audit for the person who typed the command; returns the refusal for a person who is no admin. */
export async function openAudit(
  services: AuditServices,
  command: RequestOrigin & { triggerId: string; channel: string },
): Promise<Message | undefined> {
  const permission = await services.authorizer.ask(describeAct(command))
  if (permission.is !== 'allowed') return permission.message
  await services.views.open(command.team, command.triggerId, await renderAudit(services, command))
  return undefined
}

async function openAuditFromHome(services: AuditServices, action: Action): Promise<void> {
  await services.views.push(action, await renderUnlessRefused(services, action))
}

async function updateAudit(services: AuditServices, action: Action): Promise<void> {
  const { view, actionId, value, team } = action
  if (view?.type !== 'modal') return
  const query = changeAuditQuery(readAuditQuery(view), actionId, value)
  const download = actionId === auditActionIds.csv ? view : undefined
  await services.views.update(team, view.id, await renderUnlessRefused(services, action, query, download), view.hash)
}

async function renderUnlessRefused(
  services: AuditServices,
  action: Action,
  query?: AuditQuery,
  download?: OpenView,
): Promise<View> {
  const permission = await services.authorizer.ask(describeAct(action))
  if (permission.is !== 'allowed') return refusedAuditModal(await readTexts(services, action), permission.message)
  return renderAudit(services, action, query, download)
}

/** Returns the audit log's filter for the reader's choice; `object` comes from the record that they named. */
export async function resolveAuditFilter(
  { audit, people }: Pick<WorkspaceServices, 'audit' | 'people'>,
  { team, user }: AuditReader,
  choice: AuditFilterChoice,
): Promise<AuditFilter | undefined> {
  const [reader, record] = await Promise.all([
    withinDeadline(people.person(team, user)),
    choice.objectOf === undefined ? undefined : audit.get(team, choice.objectOf),
  ])
  // The named record has expired; an unfiltered list would be wrong.
  if (choice.objectOf !== undefined && !record) return undefined
  return toAuditFilter(choice, { timeZone: reader?.timeZone, object: record?.object })
}

/** Adds the link of a job, which is recorded when it is asked for, before it has a card. A link that Slack does not return in time is left out. */
async function addLink(
  { auditLinks }: AuditServices,
  team: string,
  record: ListedAuditRecord,
): Promise<ListedAuditRecord> {
  const { object } = record
  const source = object.link === undefined ? auditLinks.find(({ kind }) => kind === object.kind) : undefined
  const link = source?.findLink && (await withinDeadline(source.findLink(team, object.id)))
  return link === undefined ? record : { ...record, object: { ...object, link } }
}

/** Returns the names of these records' objects, by the id of the record. Left out if the reader may not read them, or Slack doesn't answer in time. */
async function findObjectNames(
  { auditLinks }: AuditServices,
  { team, user }: AuditReader,
  records: readonly ListedAuditRecord[],
): Promise<Map<string, string>> {
  const named = await Promise.all(
    records.map(async ({ id, object }) => {
      const source = auditLinks.find(({ kind }) => kind === object.kind)
      const name = source?.findName && (await withinDeadline(source.findName(team, object.id, user)))
      return name === undefined ? [] : [[id, name] as const]
    }),
  )
  return new Map(named.flat())
}

/** Shows one page. The file with the whole result uses the same filter. */
async function renderAudit(
  services: AuditServices,
  reader: AuditReader,
  query: AuditQuery = newAuditQuery,
  download?: OpenView,
): Promise<View> {
  const { audit } = services
  const [texts, filter] = await Promise.all([readTexts(services, reader), resolveAuditFilter(services, reader, query)])
  if (download && filter) await requestAuditCsv(services, { ...reader, view: download }, filter)
  const page = filter
    ? await audit.list(reader.team, filter, { after: query.pages.at(-1) })
    : { records: [], next: undefined, readBackTo: undefined }
  const [readable, names, records] = await Promise.all([
    findReadableChannels(services, reader, page.records),
    findObjectNames(services, reader, page.records),
    Promise.all(page.records.map((record) => addLink(services, reader.team, record))),
  ])
  return auditModal(texts, {
    query,
    page: { ...page, records },
    object: filter?.object,
    readable,
    names,
    note: download ? texts.text.preparing : undefined,
  })
}
