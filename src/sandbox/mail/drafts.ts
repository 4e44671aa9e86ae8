import { attached, content } from './compose.ts'
import { missing } from './errors.ts'
import { defined, page, reader, replayed } from './fields.ts'
import { readable } from './message.ts'
import { answering, fresh } from './messages.ts'
import { inboxesIn, inboxOf, type Asked, type MailRoute } from './routes.ts'
import type { Sender } from './send.ts'
import { id, stamp, type Draft, type Mail, type State } from './state.ts'

function shown(draft: Draft) {
  const said = content(draft.fields)
  return defined({
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
    in_reply_to: draft.fields['in_reply_to'],
    created_at: draft.created_at,
    updated_at: draft.updated_at,
  })
}

function draftOf(state: State, asked: Asked): Draft {
  const draft = state.drafts.get(asked.params['draft_id'] ?? '')
  const visible = inboxesIn(state, asked).some((inbox) => inbox.inbox_id === draft?.inbox_id)
  if (!draft || !visible) throw missing('Draft')
  return draft
}

function keep(state: State, draft: Draft): void {
  state.drafts.set(draft.draft_id, draft)
  if (draft.client_id !== undefined) state.clientIds.set(draft.client_id, { kind: 'draft', id: draft.draft_id })
}

async function create(state: State, asked: Asked): Promise<Draft> {
  const inbox = inboxOf(state, asked)
  const fields = asked.fields()
  const read = reader(fields)
  const clientId = read.clientId()
  read.check()
  const same = replayed(state, 'draft', state.drafts, clientId)
  if (same) return same
  const said = content(fields)
  await attached(said.attachments)
  const draft: Draft = {
    draft_id: id('dft'),
    inbox_id: inbox.inbox_id,
    ...(clientId !== undefined && { client_id: clientId }),
    fields,
    ...stamp(),
  }
  keep(state, draft)
  return draft
}

function update(state: State, asked: Asked): Draft {
  const draft = draftOf(state, asked)
  const fields = { ...draft.fields, ...asked.fields() }
  content(fields)
  draft.fields = fields
  draft.updated_at = new Date().toISOString()
  return draft
}

function remove(state: State, draft: Draft): void {
  state.drafts.delete(draft.draft_id)
  if (draft.client_id !== undefined) state.clientIds.delete(draft.client_id)
}

function original(state: State, asked: Asked, draft: Draft): Mail | undefined {
  const wanted = draft.fields['in_reply_to']
  if (typeof wanted !== 'string') return undefined
  const mail = state.mails.find((one) => one.inbox_id === draft.inbox_id && one.message_id === wanted)
  if (!mail || !readable(asked.key, mail)) throw missing('Message')
  return mail
}

/** Sending a draft deletes it: a repeat fails instead of sending twice, unless its Idempotency-Key replays the first. */
async function send(state: State, sender: Sender, asked: Asked) {
  const inbox = inboxOf(state, asked)
  let taken: Draft | undefined
  try {
    return await sender.send(asked, inbox, () => {
      const draft = draftOf(state, asked)
      const { fields } = draft
      const asDraft: Asked = { ...asked, fields: () => fields }
      const answered = original(state, asked, draft)
      const outgoing = answered ? answering(state, asDraft, answered, false) : fresh(state, asDraft)
      // Gone before the first await: two sends at once leave one mail.
      remove(state, draft)
      taken = draft
      return outgoing
    })
  } catch (error) {
    if (taken) keep(state, taken)
    throw error
  }
}

export function draftRoutes(state: State, sender: Sender): MailRoute[] {
  const base = '/v0/inboxes/:inbox_id/drafts'
  const all: MailRoute[] = ['/v0/drafts', base, '/v0/pods/:pod_id/drafts'].flatMap((scope): MailRoute[] => [
    {
      method: 'GET',
      pattern: scope,
      permission: 'draft_read',
      run: (asked) => {
        const inboxes = new Set(inboxesIn(state, asked).map((inbox) => inbox.inbox_id))
        const drafts = [...state.drafts.values()].filter((draft) => inboxes.has(draft.inbox_id))
        return page(asked.call.query, 'drafts', drafts, shown)
      },
    },
    {
      method: 'GET',
      pattern: `${scope}/:draft_id`,
      permission: 'draft_read',
      run: (asked) => ({ status: 200, body: shown(draftOf(state, asked)) }),
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
      run: (asked) => ({ status: 200, body: shown(update(state, asked)) }),
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
