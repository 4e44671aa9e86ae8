import { expect, test } from 'vitest'
import { readQuietName } from '../../src/slack/directory/quiet-name.ts'
import { accessTextIn } from '../../src/access/text/access-text.ts'

const text = accessTextIn('en')

const named = (name: string) => ({
  person: (_team: string, id: string) =>
    Promise.resolve({ id, name, kind: 'member' as const, isMember: true, isAdmin: false }),
})

test.for<[name: string, shown: string]>([
  ['Maria Torres', '@Maria Torres'],
  ['<!channel> & <@U2>', '@&lt;!channel&gt; &amp; &lt;@U2&gt;'],
  ['two\nlines', '@two lines'],
  ['', 'a colleague'],
  ['U1', 'a colleague'],
])('the name %j is shown as %j', async ([name, shown]) => {
  expect(await readQuietName(text, named(name), 'T1', 'U1')).toBe(shown)
})

test('a name that Slack refuses or does not give in time holds nothing up', async () => {
  const refused = { person: () => Promise.reject(new Error('user_not_found')) }
  const late = { person: () => new Promise<never>(() => {}) }
  expect(await readQuietName(text, refused, 'T1', 'U1')).toBe('a colleague')
  expect(await readQuietName(text, late, 'T1', 'U1')).toBe('a colleague')
})
