import fc from 'fast-check'
import { expect, test } from 'vitest'
import { initialValue, STATE_FIELDS } from '../../sandbox/slack/blocks/element-values.ts'
import { accessActions, actionRules } from '../../src/access/actions.ts'
import { accessField } from '../../src/access/access-rules.ts'
import { subjectKinds } from '../../src/access/subject.ts'
import type { Json } from '../../src/core/json.ts'
import { readSetting, type Setting } from '../../src/settings/setting.ts'
import type { OpenView } from '../../src/slack/inbound/listeners.ts'
import { parseEntries, readEntries, toEntries } from '../../src/workspace/settings/controls.ts'
import { describeValue, renderSetting, type ShownSetting } from '../../src/workspace/settings/settings-fields.ts'
import { isSameValue } from '../../src/workspace/settings/setting-values.ts'
import { isFields } from '../../tools/fields.ts'
import { listDeclaredSettings } from './declared-settings.ts'

const PROJECTS = [
  'Acme Docs',
  'Acme: a project with a name that is far longer than Slack takes as the value of a menu entry',
]

const nameOf = ({ scope, name }: Setting): string => `${scope} ${name}`

const time = fc
  .record({ h: fc.integer({ min: 0, max: 23 }), m: fc.integer({ min: 0, max: 59 }) })
  .map(({ h, m }) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`)
const channelId = fc.stringMatching(/^[CG][A-Z0-9]{3,10}$/)

/** Any value that a setting can have. */
function arbitraryValue({ control, schema }: Setting): fc.Arbitrary<Json> {
  const any = (): fc.Arbitrary<Json> => {
    switch (control.kind) {
      case 'choice':
        return fc.constantFrom(...control.choices)
      case 'switch':
        return fc.boolean()
      case 'number':
        return fc.integer({ min: 0, max: 600 })
      case 'text':
        return fc.constantFrom('', 'memo', 'zap_2')
      case 'channel':
        return fc.oneof(fc.constant(''), channelId)
      case 'project':
        return fc.constantFrom('', ...PROJECTS)
      case 'weekdays':
        return fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 })
      case 'timeRange':
        return fc.record({ from: time, to: time }, { noNullPrototype: true })
      case 'subjects':
        return fc.uniqueArray(
          fc.oneof(
            fc.constantFrom(...subjectKinds),
            channelId.map((id) => `channel:${id}`),
            fc.constant('person:U1'),
          ),
          { maxLength: 5 },
        )
    }
  }
  return any().filter((value) => schema.safeParse(value).success)
}

const show = (setting: Setting, value: Json): ShownSetting => ({
  setting,
  text: setting.text('en'),
  value,
  entries: toEntries(setting.control, value),
  things: [],
  isEditable: true,
})

/** The state of a form that somebody submits unchanged. */
function submitUnchanged(blocks: unknown[]): OpenView['values'] {
  const inputs = blocks.filter(isFields).filter(({ type }) => type === 'input')
  return Object.fromEntries(
    inputs.map(({ block_id, element }) => {
      if (!isFields(element)) throw new Error('an input without an element')
      const type = String(element['type'])
      const state = { type, [STATE_FIELDS[type] ?? 'value']: initialValue(element) }
      return [String(block_id), { [String(element['action_id'])]: state }]
    }),
  )
}

test('any value of any setting goes through the form and back unchanged', async () => {
  for (const setting of await listDeclaredSettings()) checkRoundTrip(setting)
})

function checkRoundTrip(setting: Setting): void {
  const { control, schema } = setting
  fc.assert(
    fc.property(arbitraryValue(setting), (value) => {
      const blocks = renderSetting('en', show(setting, value), { blockId: '1:field', projects: PROJECTS })
      const entries = readEntries(control, submitUnchanged(blocks), '1:field')
      const parsed = entries && parseEntries(control, entries, PROJECTS)
      expect(schema.safeParse(parsed).success, nameOf(setting)).toBe(true)
      expect(isSameValue(parsed, value), nameOf(setting)).toBe(true)
    }),
    { numRuns: 50 },
  )
}

test('each setting has a default, which applies to what is absent, empty or of a later version, and all its words', async () => {
  for (const setting of await listDeclaredSettings()) {
    const { name, fallback, schema, control, text } = setting
    const about = nameOf(setting)
    expect(schema.safeParse(fallback).success, about).toBe(true)
    for (const saved of [{}, { [name]: { later: true } }])
      expect(readSetting({ values: saved }, setting), about).toEqual(fallback)
    const { label, choices = {} } = text('en')
    expect(label, about).not.toBe('')
    if (control.kind === 'choice') expect(Object.keys(choices), about).toEqual([...control.choices])
    expect(describeValue('en', show(setting, fallback), fallback), about).not.toBe('')
  }
})

test('a field’s message about an impossible value is true of its setting', async () => {
  for (const setting of await listDeclaredSettings()) checkError(setting)
})

function checkError(setting: Setting): void {
  const { control, schema, text } = setting
  const { error = '' } = text('en')
  const about = nameOf(setting)
  const takes = (value: Json): boolean => schema.safeParse(value).success
  switch (control.kind) {
    case 'number': {
      const [least = NaN, most = NaN, example = least] = (error.match(/\d+/g) ?? []).map(Number)
      expect([least - 1, least, most, most + 1].map(takes), about).toEqual([false, true, true, false])
      expect([example, least + 0.5].map(takes), about).toEqual([true, false])
      return
    }
    case 'text': {
      if (control.isMultiline) {
        expect(['a\nb', 'x'.repeat(control.maxLength + 1)].map(takes), about).toEqual([true, false])
        return
      }
      const example = /emoji’s name, for example (\S+)\./.exec(error)?.[1]
      expect(example, about).toBeDefined()
      expect([takes(example ?? ''), takes(`${example} ${example}`)], about).toEqual([true, false])
      return
    }
    case 'weekdays':
      expect(error, about).toContain('at least one day')
      expect(takes([]), about).toBe(false)
      return
    case 'timeRange':
      expect(error, about).toContain('two different times')
      expect(takes({ from: '09:00', to: '09:00' }), about).toBe(false)
      return
    case 'choice':
    case 'switch':
    case 'channel':
    case 'project':
    case 'subjects':
  }
}

test('nothing is declared twice, and each action has its menu everywhere where it can be set', async () => {
  const settings = await listDeclaredSettings()
  expect(new Set(settings.map(nameOf)).size).toBe(settings.length)
  for (const action of accessActions) {
    // Who approves is set where approval is switched on: for one inbox.
    const all = action === 'mail.approve' ? [] : ['workspace']
    const scopes = settings.filter(({ name }) => name === accessField(action)).map(({ scope }) => scope)
    const { narrowedBy } = actionRules[action]
    expect(scopes).toEqual(narrowedBy ? [...all, narrowedBy] : all)
  }
})
