import { z } from 'zod'
import type { MailboxClient } from '../../clients/mailbox/mailbox-client.ts'
import { explainError } from '../../clients/mailbox/error-messages.ts'
import { UpstreamError } from '../../core/errors.ts'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import type { Action } from '../../slack/inbound/listeners.ts'
import type { View } from '../../slack/blocks/slack-message.ts'
import { dateToken, escapeMrkdwn, userMention } from '../../slack/blocks/mrkdwn.ts'
import type { Views } from '../../slack/api/slack-views.ts'
import { parseTarget, type MailTarget } from '../action-ids.ts'
import type { Mail } from '../model/mail.ts'
import { type FileLink, buildFilesModal, buildHeadersModal, buildMailModal, buildTextModal } from './viewer-modals.ts'
import type { Refuse } from '../notes.ts'
import type { AccessPolicy } from '../../access/access-policy.ts'
import { paginateMail } from '../content/mail-preview.ts'
import { formTexts as say } from '../text/en-forms.ts'
import type { MailStore } from '../model/mail-store.ts'
import type { MailThread } from '../model/mail-thread.ts'

/** Links to attachments are asked for while the window is open. Frozen. */
const filesTask = taskKind('mail.files', z.object({ team: z.string(), mail: z.string(), view: z.string() }))

const MAX_LINKS = 20

export interface ReadDeps {
  bag: MailStore
  permission: AccessPolicy
  views: Views
  queue: Queue
  attachment: MailboxClient['attachment']
  refuse: Refuse
}

/** The windows in which a mail is read: the whole text in pages, its headers, its files, and why it is here. */
export function reader({ bag, permission, views, queue, attachment, refuse }: ReadDeps) {
  async function load(team: string, { thread: id, mail }: MailTarget) {
    const thread = (await bag.threads(team).get(id))?.value
    const key = mail ?? thread?.mails.at(-1)
    const found = key === undefined ? undefined : (await bag.mails(team).get(key))?.value
    return key !== undefined && found && found.held?.state !== 'deleted' ? { thread, key, mail: found } : undefined
  }

  async function show(
    action: Action,
    value: string | undefined,
    view: (found: Found) => View,
  ): Promise<string | undefined> {
    const place = parseTarget(value)
    // Nothing asks again behind a window, so who is not known in time waits.
    const mayRead = await permission.mayActSoon(action.team, action.user)
    if (!mayRead) {
      await refuse(action, mayRead === undefined ? say.notKnownYet : say.membersOnly)
      return undefined
    }
    const found = place && (await load(action.team, place))
    if (!found) {
      await refuse(action, say.gone)
      return undefined
    }
    const { viewId } = await views.open(action.team, action.triggerId, view(found))
    return viewId
  }

  const whole = ({ mail, key }: Found, page: number): View => {
    const pages = paginateMail(mail)
    const at = { thread: mail.thread, mail: key }
    return buildMailModal({ mail, at, pages, page: Math.max(0, Math.min(page, pages.length - 1)) })
  }

  async function link(mail: Mail, attachmentId: string | undefined): Promise<FileLink> {
    if (attachmentId === undefined) return { failed: say.noFileId }
    try {
      const { inboxId, messageId } = mail
      const found = await attachment({ inboxId, messageId, attachmentId })
      return found?.download_url ? { url: found.download_url } : { failed: say.noFileThere }
    } catch (error) {
      if (error instanceof UpstreamError) return { failed: explainError(error).text }
      throw error
    }
  }

  return {
    readAll: async (action: Action): Promise<void> => {
      await show(action, action.value, (found) => whole(found, 0))
    },

    turn: async ({ team, value, view }: Action): Promise<void> => {
      const [thread = '', mail, page = '0'] = (value ?? '').split('.')
      const found = view && mail ? await load(team, { thread, mail }) : undefined
      if (view && found) await views.update(team, view.id, whole(found, Number(page)))
    },

    /** The ⋯ menu: `<what>:<target>`. */
    more: async (action: Action): Promise<void> => {
      const [what = '', value] = (action.value ?? '').split(':', 2)
      if (what === 'headers') await show(action, value, ({ mail }) => buildHeadersModal(mail))
      if (what === 'why')
        await show(action, value, ({ mail, thread }) => buildTextModal(say.whyTitle, why(mail, thread)))
      if (what !== 'files') return
      const view = await show(action, value, ({ mail }) => buildFilesModal(mail, []))
      const place = parseTarget(value)
      const found = view && place && (await load(action.team, place))
      if (found)
        await queue.send(filesTask.of({ team: action.team, mail: found.key, view }), {
          id: `mail.files:${action.team}:${view}`,
        })
    },

    task: filesTask.handler(async ({ team, mail: key, view }) => {
      const mail = (await bag.mails(team).get(key))?.value
      if (!mail) return
      const states: FileLink[] = []
      for (const [index, { id }] of mail.attachments.entries())
        states.push(index < MAX_LINKS ? await link(mail, id) : { failed: say.tooManyFiles })
      await views.update(team, view, buildFilesModal(mail, states))
    }),
  }
}

interface Found {
  thread: MailThread | undefined
  key: string
  mail: Mail
}

function why(mail: Mail, thread: MailThread | undefined): string[] {
  const inbox = escapeMrkdwn(mail.inboxId)
  const reason = thread?.why
  const line =
    reason?.rule === 'inbox'
      ? say.why.inbox(inbox, userMention(reason.by), dateToken(reason.at, '{date_short_pretty}'))
      : say.why.default(inbox)
  return [line, say.why.change]
}
