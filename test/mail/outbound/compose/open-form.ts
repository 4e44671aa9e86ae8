import { initialValues, type ViewValues } from '../../../../sandbox/slack/blocks/form-fields.ts'
import { completeBlocks } from '../../../../sandbox/slack/blocks/block-tree.ts'
import { validateView } from '../../../../sandbox/slack/blocks/validate-blocks.ts'
import type { Mail } from '../../../../src/mail/records/mail/mail.ts'
import { buildThread } from '../../../../src/mail/records/mail/mail-thread.ts'
import type { Views } from '../../../../src/slack/api/slack-views.ts'
import type { View } from '../../../../src/slack/blocks/slack-message.ts'
import { UpstreamError } from '../../../../src/core/errors.ts'
import { createListenerTable } from '../../../support/listener-table.ts'
import type { OpenView, SubmissionAnswer } from '../../../../src/slack/inbound/listeners.ts'
import type { MenuChoices } from '../../../../src/slack/blocks/form-fields.ts'
import { allowEverything } from '../../../support/allow-everything.ts'
import { type GivenMailServices, openMailSlice } from '../../../support/mail-services.ts'
import { sampleMail } from '../../sample-mail.ts'

const team = 'T1'
export const writer = { team, user: 'U1' }
export const click = { ...writer, eventId: 'E1', triggerId: 'trigger' }
export const target = { thread: 'thread', mail: 'key' }

type Entry = ViewValues[string][string]

/** Text typed into a field. */
export const typed = (value: string) => ({ type: 'plain_text_input', value })
export const typedText = (text: string): Entry => ({
  type: 'rich_text_input',
  rich_text_value: {
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
  },
})
export const picked = (...values: string[]): Entry => ({
  type: 'checkboxes',
  selected_options: values.map((value) => ({ text: { type: 'plain_text', text: value }, value })),
})

const person = () =>
  Promise.resolve({ id: 'U1', name: 'Maria', kind: 'member' as const, isMember: true, isAdmin: false })
const channel = (_team: string, id: string) =>
  Promise.resolve({ id, name: id, isShared: false, isPrivate: false, isArchived: false, isMember: true })
/** Slack's immediate answers about people and channels. */
export const people = { person, channel, names: () => Promise.resolve(new Map()) }

/** Opens the mail slice with one mail, and a screen that shows its form and keeps typed text like Slack. */
export async function openFormSlice(mail: Partial<Mail> = {}, given: GivenMailServices = {}) {
  let shown: Extract<View, { type: 'modal' }> | undefined
  let values: ViewValues = {}
  let events = 0
  let isStackFull = false
  /** The views opened on top of the form. */
  const above: View[] = []
  let opened = 0
  let viewId = ''
  const show = (view: View) => {
    const problems = validateView(view)
    if (problems.length > 0) throw new Error(JSON.stringify(problems))
    if (view.type === 'modal') shown = view
    values = initialValues(
      completeBlocks(view.blocks, () => 'made-up'),
      values,
    )
    return Promise.resolve({ viewId, hash: 'h' })
  }
  const open = (view: View) => {
    values = {}
    viewId = `V${++opened}`
    return show(view)
  }
  const views: Views = {
    open: (_team, _trigger, view) => open(view),
    push: async (_at, view, { keepsUnder = false } = {}) => {
      if (!keepsUnder) return void (await open(view))
      if (isStackFull)
        throw new UpstreamError('full', { service: 'slack', code: 'push_limit_reached', outcome: 'refused' })
      above.push(view)
    },
    pushForUpdate: (_at, view) => open(view),
    update: (_team, _id, view) => show(view),
    publish: () => Promise.resolve(),
  }
  const slice = await openMailSlice({ access: allowEverything, people, views, ...given })
  const { listeners, find } = createListenerTable()
  slice.slice.listen?.(listeners)
  const { mailStore, routes } = slice.services
  const thread = { ...buildThread({ inboxId: sampleMail.inboxId, threadId: 'th1' }), mails: ['key'], count: 1 }
  await mailStore.threads.put('thread', thread, 0)
  await mailStore.mails.put('key', { ...sampleMail, ...mail }, 0)
  await routes.recordInbox(sampleMail.inboxId, await routes.read())

  const form = () => {
    if (!shown) throw new Error('no form was shown')
    return shown
  }
  const openView = (): OpenView => {
    const { callback_id: callbackId = '', private_metadata: privateMetadata = '' } = form()
    const { values: copy } = structuredClone({ values }) as Pick<OpenView, 'values'>
    return { id: viewId, hash: 'h', type: 'modal', callbackId, privateMetadata, values: copy }
  }
  const origin = () => ({ ...click, eventId: `E${events++}` })
  const type = (fields: Record<string, Record<string, Entry>>): void => {
    for (const [block, entries] of Object.entries(fields)) {
      if (!values[block]) throw new Error(`no field ${block} in ${Object.keys(values).join(', ')}`)
      values[block] = { ...values[block], ...entries }
    }
  }
  const act = async (
    actionId: string,
    {
      block: blockId = 'made-up',
      at,
      button,
      pressed,
      ...state
    }: Partial<Entry> & { block?: string; at?: number; button?: string; pressed?: string | undefined } = {},
  ): Promise<void> => {
    if (blockId !== 'made-up') type({ [blockId]: { [actionId]: state } })
    const actionTs = `1700000000.${String(at ?? events).padStart(6, '0')}`
    const view = button === undefined ? { view: openView() } : {}
    const action = { ...origin(), actionId, actionTs, blockId, value: button ?? pressed, ...view }
    await find('action', actionId)?.(action)
  }
  return {
    ...slice,
    form,
    above,
    /** Opens three windows: no further one opens on top of the form. */
    fillStack: () => {
      isStackFull = true
    },
    /** The text of the form. */
    readForm: () => JSON.stringify(form().blocks),
    fields: () => Object.keys(values),
    type,
    /** Types and presses Send; shows the form again if the answer contains it. */
    submit: async (fields: Record<string, Record<string, Entry>> = {}, eventId?: string): Promise<SubmissionAnswer> => {
      type(fields)
      const view = openView()
      const answer = await find(
        'submit',
        view.callbackId,
      )?.({
        ...origin(),
        eventId: eventId ?? view.id,
        view,
      })
      if (answer && 'update' in answer) await show(answer.update)
      return answer
    },
    /** The choices that a menu offers for these words. */
    search: async (actionId: string, words = ''): Promise<MenuChoices | undefined> => {
      const request = { ...writer, actionId, blockId: 'made-up', typed: words, view: openView() }
      return find('options', actionId)?.(request)
    },
    /** Clicks in the form, on a button of a message or, if `pressed`, of the form with this value, or types where each change is reported; `at` orders the reports. */
    act,
    /** Fills in recipients and presses Enter. */
    enter: async (field: 'to' | 'cc' | 'bcc', list: string, block: string = field): Promise<void> => {
      for (const _ of ['typed', 'Enter']) await act(`mail.recipients:${field}`, { block, ...typed(list) })
    },
    /** Closes the form; Slack may leave out its content. */
    close: async ({ hasValues = true } = {}): Promise<void> => {
      const view = { ...openView(), ...(!hasValues && { values: {} }) }
      await find('close', view.callbackId)?.({ ...origin(), view })
    },
    /** Puts another window in front of the form until it is restored. */
    minimize: () => {
      const kept = { shown, values, viewId }
      return { restore: () => ({ shown, values, viewId } = kept) }
    },
    /** The submissions so far. */
    submitted: () => slice.sent.filter(({ kind }) => kind === 'mail.reply').map(({ data }) => data),
  }
}
