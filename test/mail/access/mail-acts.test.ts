import { expect, test } from 'vitest'
import { createAccessPolicy } from '../../../src/access/access-policy.ts'
import { createAccessRules } from '../../../src/access/access-rules.ts'
import type { Subject } from '../../../src/access/subject.ts'
import { createAuthorizer } from '../../../src/access/authorize.ts'
import { createAuditLog } from '../../../src/audit/audit-log.ts'
import { createMailboxClient, type MailboxClient } from '../../../src/clients/mailbox/mailbox-client.ts'
import { DAY_MS } from '../../../src/core/clock.ts'
import { UpstreamError } from '../../../src/core/errors.ts'
import type { Json } from '../../../src/core/json.ts'
import type { Mail } from '../../../src/mail/records/mail/mail.ts'
import { buildReply, type Reply } from '../../../src/mail/records/replies/reply.ts'
import { hashReplyContent } from '../../../src/mail/records/replies/reply-content.ts'
import type { MailScope } from '../../../src/mail/mail-scope.ts'
import { createSettingsStore } from '../../../src/settings/settings-store.ts'
import type { Action } from '../../../src/slack/inbound/listeners.ts'
import { createKeyedHash } from '../../../src/store/keyed-hash.ts'
import { createListenerTable } from '../../support/listener-table.ts'
import { log, openMailSlice, openMemory } from '../../support/mail-services.ts'
import { sampleMail } from '../sample-mail.ts'

const team = 'T1'
const user = 'U1'
const SECRET = 'Words that only the customer reads'
const { inboxId } = sampleMail
const restricted: Mail = { ...sampleMail, restriction: 'spam', held: { state: 'held', at: 1 } }

const submitted = {
  team,
  user,
  form: 'V1',
  thread: 'thread',
  mail: 'key',
  to: [{ address: 'one@customer.test' }],
  cc: [],
  bcc: [],
  written: { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: SECRET }] }] },
  files: [],
  place: { channel: 'C1' },
}
const content = {
  ...submitted,
  user: 'U2',
  userName: 'Tom',
  inboxId,
  messageId: 'm1',
  text: SECRET,
  html: '',
}

/**
 * Opens the slice where a group may do everything with the mail of one inbox. Its one member is `member`; `elsewhere` may do the same with other
 * mail. Channel `CLEADS` is private to U2.
 */
async function openMailWithRules({
  member,
  elsewhere = 'group:S1',
  send,
}: {
  member: string
  elsewhere?: Subject
  send?: MailboxClient['reply']
}) {
  const memory = openMemory()
  const { store, clock } = memory
  const keyedHash = await createKeyedHash(store)
  const settings = createSettingsStore({ store, clock, keyedHash })
  const allow = (subject: Subject) =>
    Object.fromEntries(['reply', 'read', 'release', 'administer'].map((action) => [`access.mail.${action}`, [subject]]))
  const [version, by] = [0, 'UADMIN']
  await settings.write({ team, scope: 'inbox', id: inboxId }, { version, values: allow('group:S1'), by })
  await settings.write({ team, scope: 'workspace', id: '' }, { version, values: allow(elsewhere), by })
  const people = {
    person: async (_: string, id: string) => ({
      id,
      name: `Person ${id}`,
      kind: 'member' as const,
      isMember: true,
      isAdmin: false,
    }),
    channel: async (_: string, id: string) => ({
      id,
      name: id,
      isShared: false,
      isPrivate: false,
      isArchived: false,
      isMember: true,
    }),
    names: () => Promise.resolve(new Map()),
  }
  const group = new Set([member])
  const groups = {
    readMembers: (_: string, ids: readonly string[]) => ids.map(async () => group),
    list: async () => [{ id: 'S1', handle: 'answerers', name: 'Answerers' }],
    findSwitchedOff: async () => undefined,
    lacksScope: async () => false,
  }
  const conversations = {
    isMember: async () => false,
    hasApp: async () => true,
    filterReaders: async (_: string, channel: string, users: string[]) =>
      channel === 'CLEADS' ? users.filter((one) => one === 'U2') : users,
    permalink: async (_: string, channel: string, ts: string) => `https://acme.test/${channel}/${ts}`,
    personName: async () => '',
    isInaccessible: async () => false,
    channelsOf: async () => new Set<string>(),
  }
  const access = createAccessPolicy({
    people,
    conversations,
    groups,
    rules: createAccessRules(settings),
    readAdminSetting: async () => ['UADMIN'],
  })
  const audit = createAuditLog({ store, clock, keyedHash, retentionMs: DAY_MS })
  const english = async () => 'en' as const
  const languages = { ofPerson: english, ofWorkspace: english, ofConversation: english }
  const authorizer = createAuthorizer({
    access,
    audit,
    people,
    languages,
    slack: { groups, findWorkspaceAdmins: async () => [] },
    store,
    clock,
    keyedHash,
  })
  const shown: unknown[] = []
  const show = async (view: unknown) => {
    shown.push(view)
    return { viewId: 'V1', hash: '' }
  }
  const slice = await openMailSlice({
    memory,
    access,
    audit,
    authorizer,
    people,
    languages,
    slack: { conversations },
    mailbox: {
      ...createMailboxClient({ baseUrl: 'http://127.0.0.1:9/', apiKey: 'am_test', log }),
      reply: send ?? (async () => ({ message_id: '<sent@acme.test>', thread_id: 'th1' })),
    },
    views: {
      open: (_team, _trigger, view) => show(view),
      push: (_at, view) => show(view).then(() => undefined),
      pushForUpdate: (_at, view) => show(view),
      update: (_team, _id, view) => show(view),
      publish: () => Promise.resolve(),
    },
  })
  const { services } = slice
  await services.mailStore.threads.put(
    'thread',
    {
      inboxId,
      threadId: 'th1',
      placement: { is: 'posted', channel: 'C1', head: 0 },
      mails: ['key'],
      count: 1,
      replies: [],
    },
    0,
  )
  await services.mailStore.mails.put('key', { ...sampleMail, text: SECRET }, 0)
  await services.mailStore.mails.put('spam', { ...restricted, text: SECRET }, 0)
  return {
    ...slice,
    shown,
    group,
    storeReply: (change: Partial<Reply>) =>
      services.replyStore.replies.put('r1', { ...buildReply('r1', content, 1, 60_000), ...change }, 0),
    readAudit: async () => (await audit.list(team, {})).records,
    click: async (actionId: string, action: Partial<Action>) => {
      const { listeners, find } = createListenerTable()
      slice.slice.listen?.(listeners)
      await find(
        'action',
        actionId,
      )?.({ team, user, eventId: 'e1', actionId, blockId: 'b', value: undefined, triggerId: 't', ...action })
    },
  }
}

const readMail = { team, user, mail: 'spam', view: 'V1', content: 'text', page: 0, channel: 'C1' }
const clicked = { team, user, reply: 'r1', event: 'e1', channel: 'C1', threadTs: '1.1' }
const judged = { team, user, mail: 'spam', event: 'e1', channel: 'C1' }
const change = { team, user, at: 5, channel: 'C1' }
const troubleWith = (code: string, who: 'service' | 'admin') => ({ code, who, reason: code, facts: { code }, text: '' })
const retried: Partial<Reply> = { state: 'sending', trouble: troubleWith('busy', 'service') }
const needsAdmin: Partial<Reply> = { state: 'sending', trouble: troubleWith('missing_permission', 'admin') }
const unknown: Partial<Reply> = { state: 'unknown', tries: 1, firstTriedAt: Date.now() }
const inbox = ({ keyedHash }: MailScope) => ({ kind: 'inbox', id: keyedHash('inbox', inboxId) })

/** A person's act: its task, the reply that it starts from, and its record in the audit. */
const acts: {
  verb: string
  action: string
  task: [kind: string, data: Json]
  reply?: Partial<Reply>
  object: (services: MailScope) => { kind: string; id: string }
  hasText?: true
}[] = [
  ...(['cancel', 'stop', 'look', 'again', 'drop'] as const).map((verb) => ({
    verb,
    action: 'mail.reply',
    task: ['mail.decide', { ...clicked, decision: verb }] as [string, Json],
    reply: verb === 'cancel' ? {} : verb === 'stop' ? retried : unknown,
    object: () => ({ kind: 'reply', id: 'r1' }),
    ...(verb === 'again' && { hasText: true as const }),
  })),
  {
    verb: 'tell_admins',
    action: 'mail.reply',
    task: ['mail.tell_admins', clicked],
    reply: needsAdmin,
    object: () => ({ kind: 'reply', id: 'r1' }),
  },
  {
    verb: 'release',
    action: 'mail.release',
    task: ['mail.judge', { ...judged, verdict: 'released' }],
    object: () => ({ kind: 'mail', id: 'spam' }),
  },
  {
    verb: 'delete',
    action: 'mail.release',
    task: ['mail.judge', { ...judged, verdict: 'deleted' }],
    object: () => ({ kind: 'mail', id: 'spam' }),
  },
  { verb: 'text', action: 'mail.read', task: ['mail.view', readMail], object: () => ({ kind: 'mail', id: 'spam' }) },
  {
    verb: 'headers',
    action: 'mail.read',
    task: ['mail.view', { ...readMail, content: 'headers' }],
    object: () => ({ kind: 'mail', id: 'spam' }),
  },
  {
    verb: 'route',
    action: 'mail.administer',
    task: ['mail.setting', { ...change, change: { do: 'route', inboxId, channel: 'C2' } }],
    object: inbox,
  },
  {
    verb: 'hold',
    action: 'mail.administer',
    task: ['mail.setting', { ...change, change: { do: 'hold', inboxId, seconds: 3 } }],
    object: inbox,
  },
  {
    verb: 'quarantine',
    action: 'mail.administer',
    task: ['mail.setting', { ...change, change: { do: 'quarantine', channel: 'C2' } }],
    object: () => ({ kind: 'mailbox', id: 'quarantine' }),
  },
  {
    verb: 'place',
    action: 'mail.reply',
    task: ['mail.setting', { ...change, change: { do: 'place' } }],
    object: () => ({ kind: 'mailbox', id: 'place' }),
  },
]

test.each(acts)(
  'the audit has one record of $action $verb, done or refused',
  async ({ verb, action, task, reply, object, hasText }) => {
    for (const [outcome, member] of [
      ['done', user],
      ['refused', 'U7'],
    ] as const) {
      const { services, runTask, readAudit, storeReply, sent, shown } = await openMailWithRules({ member })
      if (reply) await storeReply(reply)
      const readState = async () => [
        await services.replyStore.findReply('r1'),
        await services.mailStore.findMail('spam'),
        await services.routes.read(),
      ]
      const before = await readState()
      await runTask(...task)
      await runTask(...task)
      const records = await readAudit()
      expect(records).toMatchObject([
        { user, action, verb, outcome, object: object(services), location: { channel: 'C1' } },
      ])
      expect('hash' in (records[0] ?? {})).toBe(outcome === 'done' && hasText === true)
      expect(JSON.stringify(records)).not.toMatch(/@|Words that|Hello/)
      if (outcome === 'done') continue
      expect(await readState()).toEqual(before)
      const told = JSON.stringify([sent.filter(({ kind }) => kind === 'slack.note'), shown])
      expect(told).toMatch(/Only some people can .* here\. Ask (@Person UADMIN or )?@answerers/)
      expect(told).toContain('access.ask')
      expect(told).not.toContain(SECRET)
    }
  },
)

test('a person who may not answer mail is refused for an unknown id, which the audit does not repeat', async () => {
  const { runTask, readAudit } = await openMailWithRules({ member: 'U7' })
  await runTask('mail.reply', { ...submitted, mail: 'made-up' })
  await runTask('mail.judge', { ...judged, mail: 'made-up', verdict: 'released' })
  await runTask('mail.decide', { ...clicked, reply: 'made-up', decision: 'cancel', event: 'e2' })
  await runTask('mail.tell_admins', { ...clicked, reply: 'made-up', event: 'e3' })
  const records = await readAudit()
  expect(records.map(({ outcome, object }) => `${outcome} ${object.kind} ${object.id}`).toSorted()).toEqual([
    'refused mail unknown',
    'refused mail unknown',
    'refused reply unknown',
    'refused reply unknown',
  ])
  expect(JSON.stringify(records)).not.toContain('made-up')
})

test('a reply to a mail that is gone is not sent, and its writer gets the text back', async () => {
  const { runTask, sent, services } = await openMailWithRules({ member: user, elsewhere: 'members' })
  await runTask('mail.reply', { ...submitted, mail: 'made-up' })
  const told = JSON.stringify(sent.filter(({ kind }) => kind === 'slack.note'))
  expect(told).toContain('Not sent: the original email is no longer here.')
  expect(told).toContain(SECRET)
  expect(await services.replyStore.findReply(services.keyedHash('reply', 'V1'))).toBeUndefined()
})

test('a click that comes too late leaves no record', async () => {
  const { runTask, readAudit, storeReply } = await openMailWithRules({ member: user })
  await storeReply({ state: 'sent' })
  for (const decision of ['cancel', 'stop', 'drop'])
    await runTask('mail.decide', { ...clicked, decision, event: decision })
  expect(await readAudit()).toEqual([])
})

test.each([
  ['done', undefined],
  [
    'failed',
    () => Promise.reject(new UpstreamError('no', { service: 'mailbox', code: 'message_rejected', outcome: 'refused' })),
  ],
] as const)('the audit has one record of a reply that is %s', async (outcome, send) => {
  const { services, runTask, readAudit } = await openMailWithRules({ member: user, ...(send && { send }) })
  const id = services.keyedHash('reply', 'V1')
  for (const _ of [1, 2]) {
    await runTask('mail.reply', submitted)
    await runTask('mail.send', { team, user, reply: id })
  }
  const records = await readAudit()
  expect(records).toMatchObject([
    { user, action: 'mail.reply', verb: 'send', outcome, object: { kind: 'reply', id }, location: { channel: 'C1' } },
  ])
  const reply = await services.replyStore.findReply(id)
  const hash = reply && services.keyedHash('audit-text', hashReplyContent(reply))
  expect(records[0]?.hash).toEqual(outcome === 'done' ? hash : undefined)
  expect(JSON.stringify(records)).not.toMatch(/@|Words that/)
})

test('the audit has one record, without a person, of quarantined mail', async () => {
  const { services, runTask, readAudit } = await openMailWithRules({ member: user })
  const message = { inbox_id: inboxId, thread_id: 'th9', message_id: '<m9@win.test>', from: 'Prize <prize@win.test>' }
  const event = {
    event_id: 'e9',
    event_type: 'message.received.spam',
    message: { ...message, to: [inboxId], subject: 'You won', text: SECRET, labels: [] },
  }
  for (const _ of [1, 2]) await runTask('mail.event', { team, event })
  const records = await readAudit()
  const id = services.keyedHash('mail', inboxId, '<m9@win.test>')
  expect(records).toMatchObject([
    { action: 'mail.hold_back', verb: 'spam', outcome: 'done', object: { kind: 'mail', id } },
  ])
  expect(records[0]).not.toHaveProperty('user')
  expect(JSON.stringify(records)).not.toMatch(/@|Words that|You won/)
})

test('only the writer gets back the text of a refused reply, and can send it once they may', async () => {
  const { services, runTask, sent, shown, group, click } = await openMailWithRules({ member: 'U7' })
  const id = services.keyedHash('reply', 'V1')
  for (const _ of [1, 2]) await runTask('mail.reply', submitted)
  expect(sent.filter(({ kind }) => kind === 'mail.send' || kind === 'slack.card')).toEqual([])
  const kept = JSON.stringify(sent.filter(({ kind }) => kind === 'slack.direct'))
  expect(kept).toContain(SECRET)
  expect(kept).toContain('mail.edit')
  await click('mail.edit', { value: id })
  expect(JSON.stringify(shown)).not.toContain(SECRET)
  group.add(user).add('U2')
  await click('mail.edit', { value: id, user: 'U2' })
  expect(JSON.stringify(shown)).not.toContain(SECRET)
  await click('mail.edit', { value: id })
  expect(JSON.stringify(shown)).toContain(SECRET)
  await runTask('mail.reply', { ...submitted, form: 'V2', instead: id })
  expect(sent.filter(({ kind }) => kind === 'mail.send')).toHaveLength(1)
})

test('an access rule of one inbox applies only to that inbox', async () => {
  const { services, runTask, sent } = await openMailWithRules({ member: 'U7', elsewhere: 'members' })
  await services.mailStore.mails.put('other', { ...sampleMail, inboxId: 'sales@acme.test' }, 0)
  await runTask('mail.reply', submitted)
  expect(sent.filter(({ kind }) => kind === 'mail.send')).toEqual([])
  await runTask('mail.reply', { ...submitted, form: 'V2', mail: 'other' })
  const id = services.keyedHash('reply', 'V2')
  expect(sent.filter(({ kind }) => kind === 'mail.send')).toMatchObject([{ data: { reply: id } }])
  // The thread and inbox of the mail's record count, not those in the form.
  await runTask('mail.reply', { ...submitted, form: 'V3', thread: 'another' })
  expect(sent.filter(({ kind }) => kind === 'mail.send')).toHaveLength(1)
})

test('a person who cannot read the channel of a mail cannot act on it, even if the policy allows it', async () => {
  const { services, runTask, readAudit, sent } = await openMailWithRules({ member: user })
  const placement = { is: 'posted' as const, channel: 'CLEADS', head: 0 }
  await services.mailStore.threads.update('thread', (now) => now && { ...now, placement })
  await runTask('mail.reply', submitted)
  expect(sent.filter(({ kind }) => kind === 'mail.send')).toEqual([])
  expect(JSON.stringify(sent)).toContain('not in the channel this email is in now')
  expect(await readAudit()).toMatchObject([{ action: 'mail.reply', outcome: 'refused' }])
})
