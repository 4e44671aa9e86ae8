import { expect, test } from 'vitest'
import { declareAccessSettings } from '../../src/access/access-settings.ts'
import { accessTextIn } from '../../src/access/text/access-text.ts'
import { nameObject } from '../../src/workspace/audit/audit-rows.ts'
import { describeSettingName, findInboxNames, formatSettingName } from '../../src/workspace/settings/setting-name.ts'
import { workspaceTextIn } from '../../src/workspace/text/workspace-text.ts'

const settings = declareAccessSettings(['jobs.start', 'mail.reply'])
const INBOX = 'support@acme.test'
const [SETTINGS_HASH, OBJECT_HASH] = ['0123456789abcdef', 'fedcba9876543210']
const keyedHash = () => SETTINGS_HASH
const targets = [{ scope: 'inbox' as const, list: () => Promise.resolve([INBOX]), formatAuditId: () => OBJECT_HASH }]

test('the audit names a setting in the words of the form, and keeps addresses out of its records', async () => {
  const named = settings.map((setting) => {
    const id = { workspace: '', project: 'API / Guides', inbox: INBOX }[String(setting.scope)] ?? ''
    return formatSettingName(
      { keyedHash },
      { section: setting.scope === 'inbox' ? 'inboxes' : 'workspace', id },
      setting,
    )
  })
  expect(named.join()).not.toContain('@')
  const reader = { language: 'en' as const, inboxes: await findInboxNames({ keyedHash }, targets) }
  expect(named.map((name) => describeSettingName(settings, reader, name))).toEqual([
    '“Who can start jobs”',
    '“Who can start jobs” for API / Guides',
    '“Who can reply to email”',
    `“Who can reply to email” for ${INBOX}`,
  ])
  const without = { ...reader, inboxes: new Map<string, string>() }
  expect(describeSettingName(settings, without, named.at(-1) ?? '')).toBe('“Who can reply to email” for one inbox')
  expect(describeSettingName(settings, reader, 'workspace/later')).toBeUndefined()
})

test('the audit names an inbox by its address, and other objects by the beginning of their hash', async () => {
  const inboxes = await findInboxNames({ keyedHash }, targets)
  const texts = {
    text: workspaceTextIn('en').audit,
    access: accessTextIn('en'),
    describeSetting: () => undefined,
    inboxes,
  }
  expect(nameObject(texts, { kind: 'inbox', id: OBJECT_HASH })).toBe(INBOX)
  expect(nameObject(texts, { kind: 'inbox', id: '82aae3724feb8a1ac52a7de0' })).toBe('inbox 82aae372')
  expect(nameObject(texts, { kind: 'mail', id: 'b628ce3ffcd3e8dcd430e8fa' })).toBe('email b628ce3f')
  expect(nameObject(texts, { kind: 'mailbox', id: 'quarantine' })).toBe('all inboxes')
  expect(nameObject(texts, { kind: 'form', id: 'jobs.start' })).toBe('the form')
  expect(nameObject(texts, { kind: 'task', id: 'mail.reply:T1:U1' })).toBe('task mail.reply:T1:U1')
})
