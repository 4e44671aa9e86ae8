import { initialValues } from '../../sandbox/slack/blocks/form-fields.ts'
import { completeBlocks } from '../../sandbox/slack/blocks/block-tree.ts'
import { validateView } from '../../sandbox/slack/blocks/validate-blocks.ts'
import type { MailThread } from '../../src/mail/model/mail-thread.ts'
import type { Mail } from '../../src/mail/model/mail.ts'
import { submitReply } from '../../src/mail/compose/submit-reply.ts'
import type { Views } from '../../src/slack/api/slack-views.ts'
import type { View } from '../../src/slack/blocks/slack-message.ts'
import type { OpenView } from '../../src/slack/inbound/listeners.ts'
import type { Fields } from '../../tools/sandbox-types.ts'
import { allowEverything } from '../support/allow-everything.ts'
import { openMailSlice } from '../support/mail-services.ts'
import { sampleMail } from './sample-mail.ts'

const team = 'T1'
export const writer = { team, user: 'U1' }
export const click = { ...writer, eventId: 'E1', triggerId: 'trigger' }

/** A text as Slack's editor gives it. */
export const richText = (text: string) => ({
  type: 'rich_text_input',
  rich_text_value: {
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
  },
})

/** The mail slice with one mail, and the form that it last showed. */
export async function openFormSlice(mail: Partial<Mail> = {}) {
  let shown: Extract<View, { type: 'modal' }> | undefined
  const show = (view: View) => {
    const problems = validateView(view)
    if (problems.length > 0) throw new Error(JSON.stringify(problems))
    if (view.type === 'modal') shown = view
    return Promise.resolve({ viewId: 'V1', hash: 'h' })
  }
  const views: Views = {
    open: (_team, _trigger, view) => show(view),
    push: async (_at, view) => void (await show(view)),
    pushForUpdate: (_at, view) => show(view),
    update: (_team, _id, view) => show(view),
    publish: () => Promise.resolve(),
  }
  const person = () =>
    Promise.resolve({ id: 'U1', name: 'Maria', kind: 'member' as const, isMember: true, isAdmin: false })
  const people = { person, channel: () => Promise.reject(new Error('unused')), names: () => Promise.resolve(new Map()) }
  const slice = await openMailSlice({ access: allowEverything, people, views })
  const { mailStore, routes } = slice.services
  const thread: MailThread = {
    inboxId: sampleMail.inboxId,
    threadId: 'th1',
    mails: ['key'],
    count: 1,
    replies: [],
    head: 0,
  }
  await mailStore.threads(team).put('thread', thread, 0)
  await mailStore.mails(team).put('key', { ...sampleMail, ...mail }, 0)
  await routes.recordInbox(team, sampleMail.inboxId, await routes.read(team))
  const form = () => {
    if (!shown) throw new Error('no form was shown')
    return shown
  }
  return {
    ...slice,
    form,
    /** The form as Slack sends it with these fields filled in: by block, then by action. */
    fill: (fields: Record<string, Fields>): OpenView => {
      const view = form()
      const values = initialValues(completeBlocks(view.blocks, () => 'made-up')) as OpenView['values']
      for (const [block, actions] of Object.entries(fields))
        values[block] = { ...values[block], ...(actions as object) }
      const { callback_id: callbackId = '', private_metadata: privateMetadata = '' } = view
      return { id: 'V1', hash: 'h', type: 'modal', callbackId, privateMetadata, values }
    },
    submit: (view: OpenView, eventId = 'S1') => submitReply(slice.services, { ...click, eventId, view }),
    /** What was submitted so far. */
    submitted: () => slice.sent.filter(({ kind }) => kind === 'mail.reply').map(({ data }) => data),
  }
}
