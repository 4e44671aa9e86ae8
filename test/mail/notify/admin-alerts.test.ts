import { expect, test } from 'vitest'
import { z } from 'zod'
import { alertAdmins } from '../../../src/mail/notify/admin-alerts.ts'
import { textMessage } from '../../../src/slack/blocks/text-message.ts'
import { allowEverything } from '../../support/allow-everything.ts'
import { openMailSlice } from '../../support/mail-services.ts'

const channel = 'CDEFAULT'
const refusable = z.object({ onRefused: z.object({ kind: z.string(), data: z.record(z.string(), z.json()) }) })

/** Alerts the admins of a workspace that has appointed none. */
async function alertWithoutAppointed(workspaceAdmins: string[], { isShared }: { isShared: boolean }) {
  const opened = await openMailSlice({
    access: allowEverything,
    people: {
      channel: (_, id) =>
        Promise.resolve({ id, name: id, isShared, isPrivate: false, isArchived: false, isMember: true }),
      person: () => Promise.reject(new Error('nobody is asked for')),
      names: () => Promise.resolve(new Map()),
    },
    slack: { findWorkspaceAdmins: () => Promise.resolve(workspaceAdmins) },
    config: { defaultChannel: channel },
  })
  await alertAdmins(opened.services, 'mail.alert', () => textMessage('Mail waits.'))
  return opened
}

test('an alert that the default channel does not accept reaches the admins of the workspace, each once', async () => {
  const { sent, runTask } = await alertWithoutAppointed(['U1', 'U2'], { isShared: false })
  const [post] = sent.splice(0)
  expect(post).toMatchObject({ kind: 'slack.post', data: { channel, opId: 'mail.alert' } })
  // The channel became shared while the post waited.
  const { kind, data } = refusable.parse(post?.data).onRefused
  await runTask(kind, { ...data, code: 'shared' })
  expect(sent).toMatchObject([
    { kind: 'slack.direct', data: { user: 'U1', opId: 'mail.alert:U1', message: { text: 'Mail waits.' } } },
    { kind: 'slack.direct', data: { user: 'U2', opId: 'mail.alert:U2', message: { text: 'Mail waits.' } } },
  ])
})

test('an alert is never sent to a default channel that another organization reads', async () => {
  const direct = await alertWithoutAppointed(['U1'], { isShared: true })
  expect(direct.sent).toMatchObject([{ kind: 'slack.direct', data: { user: 'U1', opId: 'mail.alert:U1' } }])
  const { sent } = await alertWithoutAppointed([], { isShared: true })
  expect(sent).toEqual([])
})
