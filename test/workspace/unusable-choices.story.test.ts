import { expect } from 'vitest'
import { openSettings, showSection } from '../support/app-settings.ts'
import { readText } from '../support/block-queries.ts'
import { test } from '../support/story-test.ts'

test('a group, a person and a channel that can no longer be used are marked, and everything else can still be saved', async ({
  app,
  slack,
  docs,
  leads,
  aiko,
  tom,
  li,
}) => {
  const group = await slack.changeGroup('create', { name: 'Writers', handle: 'writers', users: [tom] })
  const id = String(group.id)
  const form = await openSettings(app, aiko, docs, 'workspace')
  const chosen = [`group:${id}`, `person:${aiko}`, `person:${li}`, `channel:${leads}`]
  expect((await slack.fillForm(aiko, form, [['workspace.subjects', chosen]])).errors).toBeUndefined()
  const all = await openSettings(app, aiko, docs, 'inboxes', '/mail settings')
  expect((await slack.fillForm(aiko, all, [[/Channel for quarantined/, leads]])).errors).toBeUndefined()
  await app.settled()
  await slack.changeGroup('disable', { group: id })
  await slack.deactivate(li)
  await slack.changeWorkspace('archive', { channel: leads, user: aiko })
  await app.settled()
  const again = await openSettings(app, aiko, docs, 'workspace')
  for (const text of [
    '@writers (no longer exists)',
    'Li Wei (no longer a member)',
    'Li Wei is no longer a member of this workspace. Remove them or choose someone else.',
    '#leads (archived)',
    '#leads is archived. Unarchive it in Slack, or choose something else.',
  ])
    expect(readText(again)).toContain(text)
  expect((await slack.fillForm(aiko, again, [['2:emoji', 'memo']])).errors).toBeUndefined()
  await app.settled()
  const saved = await openSettings(app, aiko, docs, 'workspace')
  expect(readText(saved)).toContain('"initial_value":"memo"')
  const inboxes = readText(await showSection(app, aiko, saved, 'inboxes'))
  expect(inboxes).toContain('#leads is archived. Quarantined email waits until the channel is unarchived')
  expect(inboxes).toContain('"text":"#leads (archived)"')
})
