import { expect, test } from 'vitest'
import { changeRules, RULES_MAX } from '../../../src/mail/placement/rules/change-rules.ts'
import type { MailRule } from '../../../src/mail/records/routing/mail-rule.ts'
import { buildRuleForm } from '../../../src/mail/placement/rules/rule-form.ts'
import { checkEnteredRule } from '../../../src/mail/placement/rules/entered-rule.ts'
import { emptyFields, renderRuleForm, showSavedRule } from '../../../src/mail/placement/rules/open-rule-form.ts'
import { buildRulesModal } from '../../../src/mail/placement/rules/rules-modal.ts'
import { renderRules } from '../../../src/mail/placement/rules/show-rules.ts'
import { buildTrialModal } from '../../../src/mail/placement/rules/trial/trial-blocks.ts'
import { tryRules } from '../../../src/mail/placement/rules/trial/try-rules.ts'
import { mailTextIn } from '../../../src/mail/text/mail-text.ts'
import { allowEverything } from '../../support/allow-everything.ts'
import { readText } from '../../support/block-queries.ts'
import type { Views } from '../../../src/slack/api/slack-views.ts'
import type { People } from '../../../src/slack/directory/people.ts'
import type { View } from '../../../src/slack/blocks/slack-message.ts'
import type { Action } from '../../../src/slack/inbound/listeners.ts'
import { openMailSlice } from '../../support/mail-services.ts'

const TEAM = 'T1'
const text = mailTextIn('en')

const rule = (id: string, more: Partial<MailRule> = {}): MailRule => ({
  id,
  when: { senders: [`${id}.test`] },
  isMuted: true,
  by: 'U1',
  at: 1,
  revision: 1,
  ...more,
})

/** Opens the slice, and records the views that the button **Open again** opens. */
async function openSlice() {
  const opened: View[] = []
  const views: Views = {
    open: () => Promise.reject(new Error('nothing is opened')),
    push: (_, view) => Promise.resolve(void opened.push(view)),
    pushForUpdate: () => Promise.reject(new Error('nothing is opened')),
    update: () => Promise.resolve(undefined),
    publish: () => Promise.resolve(),
  }
  const slice = await openMailSlice({ access: allowEverything, views })
  const actions = new Map<string, (action: Action) => Promise<void>>()
  const nothing = () => {}
  slice.slice.listen?.({
    action: (id, listen) => void actions.set(String(id), listen),
    command: nothing,
    shortcut: nothing,
    options: nothing,
    submit: nothing,
    close: nothing,
    message: nothing,
    deletion: nothing,
    change: nothing,
    event: nothing,
  })
  return {
    ...slice,
    reopen: async ({ user, value }: { user: string; value: string }) => {
      const origin = { team: TEAM, user, eventId: `click-${user}`, triggerId: 't' }
      await actions.get('mail.rules.reopen')?.({ ...origin, actionId: 'mail.rules.reopen', blockId: 'b', value })
      return opened.at(-1)
    },
  }
}

test('the form of a new rule that is submitted with other content before its first task has run makes one rule, the last', async () => {
  const { services } = await openSlice()
  const add = (at: number, more = {}) =>
    changeRules(services.routes, { do: 'add', rule: rule('r', { at, name: `Rule ${at}`, ...more }), before: 'other' })
  const readNames = async () => (await services.routes.read()).mailRules.map(({ name }) => name)
  await changeRules(services.routes, { do: 'add', rule: rule('other') })
  await add(1)
  await add(2)
  expect(await readNames()).toEqual(['Rule 2', undefined])
  const changed = { name: 'Changed', changed: { by: 'U2', at: 3 }, revision: 2 }
  await changeRules(services.routes, { do: 'edit', rule: rule('r', { at: 2, ...changed }), seen: 1 })
  await add(4)
  expect(await readNames()).toEqual(['Changed', undefined])
})

test('the second of two people who save in the same moment is notified and can open their form again', async () => {
  const { services, runTask, sent, reopen } = await openSlice()
  const change = (user: string, event: string, words: string) => ({
    team: TEAM,
    user,
    at: 5,
    event,
    change: {
      do: 'edit',
      rule: rule('r', { when: { words: [words] }, changed: { by: user, at: 5 }, revision: 2 }),
      seen: 1,
    },
  })
  await runTask('mail.rules', { team: TEAM, user: 'U1', at: 1, event: 'e1', change: { do: 'add', rule: rule('r') } })
  await runTask('mail.rules', change('U2', 'e2', 'first'))
  await runTask('mail.rules', change('U3', 'e3', 'second'))
  // A change that was made does not conflict with itself when it runs again after a crash.
  await runTask('mail.rules', change('U2', 'e2', 'first'))
  const { mailRules } = await services.routes.read()
  expect(mailRules).toMatchObject([{ when: { words: ['first'] }, changed: { by: 'U2' } }])
  const told = sent.filter(({ data }) => /at the same moment/.test(JSON.stringify(data)))
  expect(told).toHaveLength(1)
  expect(JSON.stringify(told)).toContain('U3')
  const [, draft = ''] = /"mail\.rules\.reopen".*?"value":"(\w+)"/.exec(JSON.stringify(told)) ?? []
  expect(await services.placement.ruleDrafts.find('U3', draft)).toMatchObject({
    when: { words: ['second'] },
  })
  expect(await services.placement.ruleDrafts.find('U2', draft)).toBeUndefined()
  const form = readText((await reopen({ user: 'U3', value: draft })) as object)
  expect(form).toContain('"initial_value":"second"')
  expect(form).toContain('It now says: An email that has “first” in its subject')
  // Somebody else’s draft is not opened: they see the rules instead.
  expect(readText((await reopen({ user: 'U2', value: draft })) as object)).toContain('Bellhop no longer has what you')
  const changes = (await services.audit.list(TEAM, { object: { kind: 'rule', id: 'r' } })).records
  expect(changes.map(({ user, verb, outcome }) => [user, verb, outcome])).toEqual([
    ['U2', 'rule_edit', 'done'],
    ['U1', 'rule_add', 'done'],
  ])
})

test('rules beyond the limit are refused with the entered values, and a list of all rules fits a view', async () => {
  const { services, runTask, sent } = await openSlice()
  const make = (n: number) => ({ do: 'add' as const, rule: rule(`r${n}`, { name: 'N'.repeat(80) }) })
  for (let n = 0; n < RULES_MAX; n++) await changeRules(services.routes, make(n))
  const request = { team: TEAM, user: 'U1', at: 1, event: 'e', change: make(RULES_MAX) }
  await runTask('mail.rules', request)
  const { mailRules: rules } = await services.routes.read()
  expect(rules).toHaveLength(RULES_MAX)
  expect(sent.filter(({ data }) => /There’s no room for the rule/.test(JSON.stringify(data)))).toHaveLength(1)
  const shared = { text, rules, mayChange: true, defaultChannel: 'C1' }
  const pages = [0, 1, 2, 3, 99].map((page) => buildRulesModal({ ...shared, page }))
  for (const page of pages) expect(page.blocks.length).toBeLessThanOrEqual(100)
  expect(pages.map((page) => /(\d+)\. N/.exec(readText(page as object))?.[1])).toEqual(['1', '26', '51', '76', '76'])
  expect(readText(pages[0] as object)).not.toContain('Add a rule')
  const form = buildRuleForm({
    text,
    rules,
    meta: { rule: 'r5', seen: 1, position: 'r6' },
    fields: { ...emptyFields, position: 'r6' },
    chosen: { inboxes: [], assign: [] },
    channelNote: undefined,
  })
  const [menu] = form.blocks.flatMap((block) => ('block_id' in block && block.block_id === 'position' ? [block] : []))
  expect(menu).toMatchObject({ element: { initial_option: { value: 'r6' } } })
})

test('the list, the form and the trial of rules say that a channel accepts no mail, and a form with it is refused', async () => {
  const closed = { id: 'C9', name: 'old-bills', isShared: false, isPrivate: false, isArchived: true, isMember: true }
  const people: People = {
    channel: () => Promise.resolve(closed),
    person: () => Promise.reject(new Error('nobody is asked for')),
    names: () => Promise.resolve(new Map()),
  }
  const { services, runTask } = await openMailSlice({ access: allowEverything, people })
  const saved = rule('r', { channel: 'C9' })
  const message = { inbox_id: 'i@x.test', thread_id: 't', message_id: 'm', from: 'ann@r.test', text: 'Hello' }
  await runTask('mail.event', { team: TEAM, event: { event_id: 'e1', event_type: 'message.received', message } })
  await changeRules(services.routes, { do: 'add', rule: saved })
  const settings = await services.routes.read()
  const reader = { team: TEAM, user: 'U1', language: 'en' as const }
  const list = await renderRules(services, { ...reader, event: 'e' })
  expect(readText(list as object)).toContain(
    '#old-bills is archived. Choose another channel. Until then, its email waits.',
  )
  const trial = await tryRules(services, text, reader.user, settings)
  expect(readText(buildTrialModal(text, trial) as object)).toContain('#old-bills is archived')
  const shown = showSavedRule(services, [saved], saved)
  const form = readText((await renderRuleForm(services, reader, shown)) as object)
  expect(form).toContain('#old-bills is archived. Choose another channel. If you leave the field empty')
  expect(form).not.toContain('C9')
  const entered = { text, meta: shown.meta, fields: shown.fields, settings, rules: [saved], edited: saved }
  const refused = await checkEnteredRule(services, reader, entered)
  expect(refused.errors).toEqual({ channel: '#old-bills is archived. Choose another channel.' })
  const emptied = await checkEnteredRule(services, reader, { ...entered, fields: { ...shown.fields, channel: '' } })
  expect(emptied).toMatchObject({ content: { isMuted: true } })
  expect(emptied).not.toHaveProperty('content.channel')
})
