import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Setting } from '../../src/settings/setting.ts'
import { accessTextIn } from '../../src/access/text/access-text.ts'
import { describeValue } from '../../src/workspace/settings/settings-fields.ts'
import { listDeclaredSettings } from './declared-settings.ts'

const GUIDE = new URL('../../docs/guide.md', import.meta.url)
const [START, END] = ['<!-- settings -->\n', '<!-- end of settings -->']

const FOR: Record<Setting['scope'], string> = {
  person: 'you',
  channel: 'a channel',
  inbox: 'an inbox',
  project: 'a project',
  workspace: 'the workspace',
}

/** Of a long list, the first ones show what is meant. */
const MAX_CHOICES = 6

/** A row for each setting: its audience, its choices, and the value that applies by default. */
function documentSetting(setting: Setting): string {
  const { scope, isForAllInboxes, control, fallback, text } = setting
  const words = text('en')
  const label = words.until === undefined ? words.label : `${words.label} / ${words.until}`
  const kinds = Object.entries(accessTextIn('en').subjects).map(([value, name]) => ({ value, name }))
  const all = control.kind === 'choice' ? control.choices.map((value) => words.choices?.[value]) : []
  const choices = [...all.slice(0, MAX_CHOICES), ...(all.length > MAX_CHOICES ? ['…'] : [])].join(' / ')
  const applies = describeValue('en', { setting, text: words, things: kinds }, fallback)
  return `| ${[label, isForAllInboxes ? 'all inboxes' : FOR[scope], choices, applies].join(' | ')} |`
}

test('the guide lists every setting with its default; UPDATE_GUIDE=1 writes the list', async () => {
  const rows = (await listDeclaredSettings()).map(documentSetting)
  const table = ['| setting | for | choices | until someone changes it |', '|---|---|---|---|', ...rows].join('\n')
  const guide = readFileSync(GUIDE, 'utf8')
  const [before = '', rest = ''] = guide.split(START)
  const [listed = '', after = ''] = rest.split(END)
  if (process.env['UPDATE_GUIDE']) return writeFileSync(GUIDE, `${before}${START}\n${table}\n\n${END}${after}`)
  expect(listed.trim()).toBe(table)
})
