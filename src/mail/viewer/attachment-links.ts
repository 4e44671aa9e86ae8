import { z } from 'zod'
import { explainError } from '../../clients/mailbox/explain-error.ts'
import { UpstreamError } from '../../core/errors.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import type { View } from '../../slack/blocks/slack-message.ts'
import type { Feature } from '../../slice.ts'
import { findFilesRefusal } from '../access/files-refusal.ts'
import { buildMailAct } from '../access/mail-acts.ts'
import type { Mail } from '../model/mail.ts'
import type { MailServices } from '../services.ts'
import { describeError } from '../model/describe-problem.ts'
import { type MailText, mailTextIn } from '../text/mail-text.ts'
import { buildAnswerModal, buildFilesModal, type FileLink } from './viewer-modals.ts'

/** The mailbox is asked for links to attachments while their modal is open, which earlier versions opened. Frozen. */
const filesTask = taskKind(
  'mail.files',
  z.object({
    team: z.string(),
    mail: z.string(),
    view: z.string(),
    /** Who looks at it. */
    user: z.string().exactOptional(),
    channel: z.string().exactOptional(),
    threadTs: z.string().exactOptional(),
  }),
)

const MAX_LINKS = 20

/** Fetches links to attachments. */
export const attachmentLinksFeature = (services: MailServices): Feature => ({
  tasks: [
    filesTask.handler(async ({ team, user, mail: key, view, channel, threadTs }) => {
      const mail = await services.mailStore.findMail(team, key)
      // Tasks of an earlier version don't say who looks.
      if (!mail || user === undefined) return
      const text = mailTextIn(await services.languages.ofPerson(team, user))
      const actor = { team, user, opId: `mail.view:${key}:${user}:${view}:files`, channel, threadTs }
      const act = await buildMailAct(services, actor, { action: 'mail.read', verb: 'files' }, { key, mail })
      const refusal = await findFilesRefusal(services, act, mail)
      const shown = refusal ? buildAnswerModal(text, refusal) : await buildLinks(text, services, mail)
      await services.views.update(team, view, shown)
    }),
  ],
})

async function buildLinks(text: MailText, services: MailServices, mail: Mail): Promise<View> {
  const links: FileLink[] = []
  for (const [index, { id }] of mail.attachments.entries())
    links.push(index < MAX_LINKS ? await fetchLink(text, services, mail, id) : { failed: text.forms.tooManyFiles })
  return buildFilesModal(text, mail, links)
}

async function fetchLink(
  text: MailText,
  { mailbox }: MailServices,
  { inboxId, messageId }: Mail,
  attachmentId: string | undefined,
): Promise<FileLink> {
  if (attachmentId === undefined) return { failed: text.forms.noFileId }
  try {
    const found = await mailbox.attachment({ inboxId, messageId, attachmentId })
    return found?.download_url ? { url: found.download_url } : { failed: text.forms.noFileThere }
  } catch (error) {
    if (error instanceof UpstreamError) return { failed: describeError(text, explainError(error)) }
    throw error
  }
}
