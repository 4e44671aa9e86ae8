import { expect, test } from 'vitest'
import { declareAccessSettings } from '../../src/access/access-settings.ts'
import { describeSettingName, formatSettingName } from '../../src/workspace/settings/setting-name.ts'

const settings = declareAccessSettings(['jobs.start', 'mail.reply'])
const keyedHash = () => '0123456789abcdef'

test('the audit names a setting in the words of the form, and keeps addresses out of its records', () => {
  const named = settings.map((setting) => {
    const id = { workspace: '', project: 'API / Guides', inbox: 'support@acme.test' }[String(setting.scope)] ?? ''
    return formatSettingName(
      { keyedHash },
      { section: setting.scope === 'inbox' ? 'inboxes' : 'workspace', id },
      setting,
    )
  })
  expect(named.join()).not.toContain('@')
  expect(named.map((name) => describeSettingName(settings, 'en', name))).toEqual([
    '“Who may start jobs”',
    '“Who may start jobs” for API / Guides',
    '“Who may answer mail”',
    '“Who may answer mail” for one inbox',
  ])
  expect(describeSettingName(settings, 'en', 'workspace/later')).toBeUndefined()
})
