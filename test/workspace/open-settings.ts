import { completeBlocks } from '../../sandbox/slack/blocks/block-tree.ts'
import { initialValues, type ViewValues } from '../../sandbox/slack/blocks/form-fields.ts'
import { validateView } from '../../sandbox/slack/blocks/validate-blocks.ts'
import { UpstreamError } from '../../src/core/errors.ts'
import type { AccessPolicy } from '../../src/access/access-policy.ts'
import type { Json } from '../../src/core/json.ts'
import { declareJobSettings } from '../../src/jobs/model/job-settings.ts'
import type { Queue } from '../../src/queue/queue.ts'
import type { Setting } from '../../src/settings/setting.ts'
import type { SettingsStore } from '../../src/settings/settings-store.ts'
import type { SettingSection } from '../../src/slice.ts'
import { createViews, type Views } from '../../src/slack/api/slack-views.ts'
import { createSlackApi } from '../../src/slack/api/web-api.ts'
import type { View } from '../../src/slack/blocks/slack-message.ts'
import type { OpenView, SubmissionAnswer } from '../../src/slack/inbound/listeners.ts'
import { createCards } from '../../src/slack/outbox/cards.ts'
import { createOutbox } from '../../src/slack/outbox/outbox.ts'
import { createEffects } from '../../src/store/effects.ts'
import { createRateLimits } from '../../src/store/rate-limits.ts'
import { createSettingsFeature } from '../../src/workspace/settings/settings-feature.ts'
import { allowEverything } from '../support/allow-everything.ts'
import { openAccess } from '../support/access-services.ts'
import { createListenerTable } from '../support/listener-table.ts'
import { log, openMemory, oneInstallation } from '../support/mail-services.ts'

const NOWHERE = 'http://127.0.0.1:9/'

interface GivenSettingsServices {
  access?: AccessPolicy
  views?: Views
  /** Simulates another person's change right before the form's settings are written. */
  beforeWrite?: (settings: SettingsStore) => Promise<unknown>
}

/** The settings with two projects, on a real store. Slack cannot be reached. */
export async function openSettingsTasks({
  access = allowEverything,
  views,
  beforeWrite = () => Promise.resolve(),
}: GivenSettingsServices = {}) {
  const { store, queue: memory, clock } = openMemory()
  const sent: string[] = []
  const saves = new Map<string, Json>()
  const saved = new Set<string>()
  const queue: Queue = {
    ...memory,
    send: (task, options) => {
      // The check of open requests for access is no message.
      if (task.kind !== 'access.settle') sent.push(JSON.stringify(task.data))
      if (task.kind === 'settings.save' && !saved.has(options.id)) saves.set(options.id, task.data)
      return memory.send(task, options)
    },
  }
  const rateLimits = createRateLimits(store, { clock })
  const token = () => Promise.resolve('xoxb-test')
  const api = createSlackApi({ apiUrl: NOWHERE, token, rateLimits, clock, log })
  const services = await openAccess({ api, store, clock, access, adminUsers: ['U9'] })
  const effectsOf = (team: string) => createEffects(store, { team, clock })
  const outbox = createOutbox({ api, people: services.people, queue, clock, effectsOf, apiUrl: NOWHERE, log })
  const feature = createSettingsFeature({
    ...services,
    settings: {
      ...services.settings,
      write: async (...args) => {
        await beforeWrite(services.settings)
        return services.settings.write(...args)
      },
    },
    rateLimits,
    queue,
    outbox,
    views: views ?? createViews(api),
    cards: createCards({ api, people: services.people, queue, store, effectsOf, log }),
    log,
    slack: {
      ...services.slack,
      api,
      installations: oneInstallation,
      readFile: () => Promise.reject(new Error('none')),
      isFileThere: () => Promise.reject(new Error('none')),
      listThreadFiles: () => Promise.reject(new Error('none')),
      searchDirectory: () => Promise.reject(new Error('none')),
      sendFile: () => Promise.reject(new Error('none')),
    },
  })
  let isSlow = false
  const refuseBomb: Setting['findProblem'] = (value) => {
    if (isSlow) throw new UpstreamError('too slow', { service: 'slack', code: 'timeout', outcome: 'unknown' })
    return Promise.resolve(value === 'bomb' ? 'No bombs.' : undefined)
  }
  feature.register([
    {
      settings: async () =>
        declareJobSettings({ undoMs: 5000 }).map((one) =>
          one.name === 'emoji' ? { ...one, findProblem: refuseBomb } : one,
        ),
      settingTargets: async () => [{ scope: 'project', list: () => Promise.resolve(['Acme Docs', 'Globex Docs']) }],
    },
  ])
  const run = async (kind: string, id: string, data: Json): Promise<void> => {
    const context = { id, attempt: 1, signal: new AbortController().signal }
    await feature.tasks?.find((one) => one.kind === kind)?.run({ kind, version: 1, data }, context)
  }
  return {
    ...services,
    feature,
    sent,
    run,
    /** While Slack is slow, the form cannot check an emoji. */
    slowDown: (isSlowNow: boolean): void => {
      isSlow = isSlowNow
    },
    /** Runs the saves that the form has sent. */
    runSaves: async () => {
      for (const [id, save] of saves) {
        saved.add(id)
        saves.delete(id)
        await run('settings.save', id, save)
      }
    },
    read: async (scope: 'person' | 'channel' | 'project' | 'workspace', id: string) =>
      (await services.settings.read({ team: 'T1', scope, id })).values,
  }
}

const person = { team: 'T1', user: 'U1' }
type Entry = ViewValues[string][string]

/** The settings, open on the screen of one person, which keeps what they type, as Slack does. */
export async function openSettingsForm({
  section = 'workspace',
  access,
}: { section?: SettingSection } & Pick<GivenSettingsServices, 'access'>) {
  let shown: Extract<View, { type: 'modal' }> | undefined
  let values: ViewValues = {}
  let changes = 0
  let events = 0
  /** Views on top of the form. */
  const above: View[] = []
  const show = (view: View) => {
    const problems = validateView(view)
    if (problems.length > 0) throw new Error(JSON.stringify(problems))
    if (view.type === 'modal') shown = view
    values = initialValues(
      completeBlocks(view.blocks, () => 'made-up'),
      values,
    )
    return { viewId: 'V1', hash: `h${++changes}` }
  }
  const views: Views = {
    open: async (_team, _trigger, view) => show(view),
    push: async (_at, view, { keepsUnder = false } = {}) => void (keepsUnder ? above.push(view) : show(view)),
    pushForUpdate: async (_at, view) => show(view),
    update: async (_team, _id, view, hash) => (hash === `h${changes}` ? show(view) : undefined),
    publish: () => Promise.resolve(),
  }
  const tasks = await openSettingsTasks({ views, ...(access && { access }) })
  const { listeners, find } = createListenerTable()
  tasks.feature.listen?.(listeners)
  const openView = (): OpenView => {
    const { callback_id: callbackId = '', private_metadata: privateMetadata = '' } = shown ?? {}
    const { values: copy } = structuredClone({ values }) as Pick<OpenView, 'values'>
    return { id: 'V1', hash: `h${changes}`, type: 'modal', callbackId, privateMetadata, values: copy }
  }
  const origin = () => ({ ...person, eventId: `E${events++}`, triggerId: 'trigger' })
  const findBlock = (name: string): string =>
    shown?.blocks.map((block) => block.block_id ?? '').find((id) => id.endsWith(`:${name}`)) ?? ''
  await tasks.feature.open({ ...origin(), channel: 'C1' }, section)
  return {
    ...tasks,
    /** The texts of the form. */
    readForm: () => JSON.stringify(shown?.blocks),
    readAbove: () => JSON.stringify(above),
    /** Types into the field of a setting. */
    type: (name: string, entry: Entry): void => {
      const block = findBlock(name)
      const [actionId] = Object.keys(values[block] ?? {})
      if (actionId === undefined) throw new Error(`no field ${name} in ${Object.keys(values).join(', ')}`)
      values[block] = { [actionId]: entry }
    },
    /** Chooses an entry of a menu at the top; two choices in quick succession come from the same screen. */
    choose: async (menu: 'section' | 'target', value: string): Promise<void> => {
      const actionId = `workspace.settings.${menu}`
      await find('action', actionId)?.({ ...origin(), actionId, blockId: findBlock('menus'), value, view: openView() })
    },
    /** Presses the button of the last message, which opens the form again. */
    reopen: async (): Promise<void> => {
      const actionId = 'workspace.settings.reopen'
      const value = /[\da-f-]{36}:\d+/.exec(tasks.sent.at(-1) ?? '')?.[0]
      await find('action', actionId)?.({ ...origin(), actionId, blockId: 'b', value })
    },
    submit: async (): Promise<SubmissionAnswer> => {
      const view = openView()
      const answer = await find('submit', view.callbackId)?.({ ...origin(), view })
      if (answer && 'update' in answer) show(answer.update)
      return answer
    },
  }
}
