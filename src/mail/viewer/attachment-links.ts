import { z } from 'zod'
import { explainError } from '../../clients/mailbox/error-messages.ts'
import { UpstreamError } from '../../core/errors.ts'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import type { Feature } from '../../slice.ts'
import type { Mail } from '../model/mail.ts'
import type { MailServices } from '../services.ts'
import { formTexts } from '../text/en-forms.ts'
import { buildFilesModal, type FileLink } from './viewer-modals.ts'

/** The mailbox is asked for links to attachments while their modal is open. Frozen. */
const filesTask = taskKind('mail.files', z.object({ team: z.string(), mail: z.string(), view: z.string() }))

const MAX_LINKS = 20

/** Fills the links into a modal that shows the files of a mail; once per modal. */
export const sendFetchLinks = (queue: Queue, request: { team: string; mail: string; view: string }): Promise<void> =>
  queue.send(filesTask.of(request), { id: `mail.files:${request.team}:${request.view}` })

/** Fetches links to attachments. */
export const attachmentLinksFeature = (services: MailServices): Feature => ({
  tasks: [
    filesTask.handler(async ({ team, mail: key, view }) => {
      const mail = await services.mailStore.findMail(team, key)
      if (!mail) return
      const links: FileLink[] = []
      for (const [index, { id }] of mail.attachments.entries())
        links.push(index < MAX_LINKS ? await fetchLink(services, mail, id) : { failed: formTexts.tooManyFiles })
      await services.views.update(team, view, buildFilesModal(mail, links))
    }),
  ],
})

async function fetchLink(
  { mailbox }: MailServices,
  { inboxId, messageId }: Mail,
  attachmentId: string | undefined,
): Promise<FileLink> {
  if (attachmentId === undefined) return { failed: formTexts.noFileId }
  try {
    const found = await mailbox.attachment({ inboxId, messageId, attachmentId })
    return found?.download_url ? { url: found.download_url } : { failed: formTexts.noFileThere }
  } catch (error) {
    if (error instanceof UpstreamError) return { failed: explainError(error).text }
    throw error
  }
}
