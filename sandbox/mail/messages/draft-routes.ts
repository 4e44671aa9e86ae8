import { readAttachments, readContent } from '../sending/mail-content.ts'
import { notFoundError } from '../api/error-codes.ts'
import { answerPage } from '../api/list-pages.ts'
import { omitUndefined, createFieldReader, findByClientId } from '../api/field-reader.ts'
import type { AttachmentDownloads } from './attachment-downloads.ts'
import { attachmentMetadata, canReadMail, nonEmpty } from '../api/message-objects.ts'
import { buildReply, buildForward, buildNewMail } from './message-routes.ts'
import { visibleInboxes, requireInbox, type MailRequest, type MailRoute } from '../api/route-guard.ts'
import type { OutgoingMail } from '../sending/send-checks.ts'
import type { MailSender } from '../sending/mail-sender.ts'
import { type Draft, type Mail, type MailboxState } from '../api/mailbox-types.ts'
import { newMailId, newTimestamps } from '../api/mailbox-state.ts'

function shown(draft: Draft) {
  const said = readContent(draft.fields)
  return omitUndefined({
    inbox_id: draft.inbox_id,
    draft_id: draft.draft_id,
    client_id: draft.client_id,
    labels: ['draft', ...said.labels],
    reply_to: said.reply_to,
    to: said.to,
    cc: said.cc,
    bcc: said.bcc,
    subject: said.subject,
    preview: said.text?.slice(0, 140),
    text: said.text,
    html: said.html,
    attachments: nonEmpty(draft.attachments.map(attachmentMetadata)),
    in_reply_to: draft.fields['in_reply_to'],
    forward_of: draft.fields['forward_of'],
    created_at: draft.created_at,
    updated_at: draft.updated_at,
  })
}

function draftOf(state: MailboxState, asked: MailRequest): Draft {
  const draft = state.drafts.get(asked.params['draft_id'] ?? '')
  const visible = visibleInboxes(state, asked).some((inbox) => inbox.inbox_id === draft?.inbox_id)
  if (!draft || !visible) throw notFoundError('Draft')
  return draft
}

function keep(state: MailboxState, draft: Draft): void {
  state.drafts.set(draft.draft_id, draft)
  if (draft.client_id !== undefined) state.clientIds.set(draft.client_id, { kind: 'draft', id: draft.draft_id })
}

async function create(state: MailboxState, asked: MailRequest): Promise<Draft> {
  const inbox = requireInbox(state, asked)
  const fields = asked.fields()
  const read = createFieldReader(fields)
  const clientId = read.clientId()
  read.check()
  const same = findByClientId(state, 'draft', state.drafts, clientId)
  if (same) return same
  const attachments = await readAttachments(readContent(fields).attachments)
  const draft: Draft = {
    draft_id: newMailId('dft'),
    inbox_id: inbox.inbox_id,
    ...(clientId !== undefined && { client_id: clientId }),
    fields: { ...fields, attachments: [] },
    attachments,
    ...newTimestamps(),
  }
  keep(state, draft)
  return draft
}

async function update(state: MailboxState, asked: MailRequest): Promise<Draft> {
  draftOf(state, asked)
  const said = asked.fields()
  const read = createFieldReader(said)
  const labels = { added: read.oneOrMany('add_labels') ?? [], removed: read.oneOrMany('remove_labels') ?? [] }
  const detached = read.texts('remove_attachments') ?? []
  read.check()
  const added = await readAttachments(readContent({ attachments: said['add_attachments'] }).attachments)
  // Looked up again: a send may have taken the draft while an attachment was fetched.
  const draft = draftOf(state, asked)
  const known = readContent(draft.fields).labels.filter((label) => !labels.removed.includes(label))
  const fields = { ...draft.fields, ...said, attachments: [], labels: [...new Set([...known, ...labels.added])] }
  readContent(fields)
  draft.fields = fields
  draft.attachments = [...draft.attachments, ...added].filter((one) => !detached.includes(one.attachment_id))
  draft.updated_at = new Date().toISOString()
  return draft
}

function remove(state: MailboxState, draft: Draft): void {
  state.drafts.delete(draft.draft_id)
  if (draft.client_id !== undefined) state.clientIds.delete(draft.client_id)
}

function original(
  state: MailboxState,
  asked: MailRequest,
  draft: Draft,
  role: 'in_reply_to' | 'forward_of',
): Mail | undefined {
  const wanted = draft.fields[role]
  if (typeof wanted !== 'string') return undefined
  const mail = state.mails.find((one) => one.inbox_id === draft.inbox_id && one.message_id === wanted)
  if (!mail || !canReadMail(asked.key, mail)) throw notFoundError('Message')
  return mail
}

function outgoing(state: MailboxState, asked: MailRequest, draft: Draft): OutgoingMail {
  const asDraft: MailRequest = { ...asked, fields: () => draft.fields }
  const answered = original(state, asked, draft, 'in_reply_to')
  const passed = original(state, asked, draft, 'forward_of')
  const made = answered
    ? buildReply(state, asDraft, answered, false)
    : passed
      ? buildForward(state, asDraft, passed)
      : buildNewMail(state, asDraft)
  return { ...made, carries: [...(made.carries ?? []), ...draft.attachments] }
}

/** Sending a draft deletes it: a repeat fails instead of sending twice, unless its Idempotency-Key replays the first. */
async function send(state: MailboxState, sender: MailSender, asked: MailRequest) {
  const inbox = requireInbox(state, asked)
  let taken: Draft | undefined
  try {
    return await sender.send(asked, inbox, () => {
      const draft = draftOf(state, asked)
      const made = outgoing(state, asked, draft)
      // Deleted before the first await, so two simultaneous sends produce one mail.
      remove(state, draft)
      taken = draft
      return made
    })
  } catch (error) {
    if (taken) keep(state, taken)
    throw error
  }
}

/** Drafts: create, read, change, send once. */
export function draftRoutes(state: MailboxState, files: AttachmentDownloads, sender: MailSender): MailRoute[] {
  const base = '/v0/inboxes/:inbox_id/drafts'
  const all: MailRoute[] = ['/v0/drafts', base, '/v0/pods/:pod_id/drafts'].flatMap((scope): MailRoute[] => [
    {
      method: 'GET',
      pattern: scope,
      permission: 'draft_read',
      run: (asked) => {
        const inboxes = new Set(visibleInboxes(state, asked).map((inbox) => inbox.inbox_id))
        const drafts = [...state.drafts.values()].filter((draft) => inboxes.has(draft.inbox_id))
        return answerPage(asked.call.query, 'drafts', drafts, shown)
      },
    },
    {
      method: 'GET',
      pattern: `${scope}/:draft_id`,
      permission: 'draft_read',
      run: (asked) => ({ status: 200, body: shown(draftOf(state, asked)) }),
    },
    {
      method: 'GET',
      pattern: `${scope}/:draft_id/attachments/:attachment_id`,
      permission: 'draft_read',
      run: (asked) => {
        const { attachment_id: wanted } = asked.params
        const found = draftOf(state, asked).attachments.find(({ attachment_id }) => attachment_id === wanted)
        if (!found) throw notFoundError('Attachment')
        return { status: 200, body: files.attachment(asked.call, found) }
      },
    },
  ])
  return [
    ...all,
    {
      method: 'POST',
      pattern: base,
      permission: 'draft_create',
      run: async (asked) => ({ status: 200, body: shown(await create(state, asked)) }),
    },
    {
      method: 'PATCH',
      pattern: `${base}/:draft_id`,
      permission: 'draft_update',
      run: async (asked) => ({ status: 200, body: shown(await update(state, asked)) }),
    },
    {
      method: 'DELETE',
      pattern: `${base}/:draft_id`,
      permission: 'draft_delete',
      run: (asked) => {
        remove(state, draftOf(state, asked))
        return { status: 204 }
      },
    },
    {
      method: 'POST',
      pattern: `${base}/:draft_id/send`,
      permission: 'draft_send',
      run: async (asked) => ({ status: 200, body: await send(state, sender, asked) }),
    },
  ]
}
