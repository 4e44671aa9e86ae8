import { z } from 'zod'
import { explainError } from '../../clients/mailbox/explain-error.ts'
import { UpstreamError } from '../../core/errors.ts'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import type { Feature } from '../../slice.ts'
import type { Mail } from '../model/mail.ts'
import type { MailServices } from '../services.ts'
import { describeError } from '../model/describe-problem.ts'
import { type MailText, mailTextIn } from '../text/mail-text.ts'
import { buildFilesModal, type FileLink } from './viewer-modals.ts'

/** The mailbox is asked for links to attachments while their modal is open. Frozen. */
const filesTask = taskKind(
  'mail.files',
  z.object({
    team: z.string(),
    mail: z.string(),
    view: z.string(),
    /** Who looks at it. */
    user: z.string().exactOptional(),
  }),
)

const MAX_LINKS = 20

/** Fills the links into a modal that shows the files of a mail; once per modal. */
export const sendFetchLinks = (
  queue: Queue,
  request: { team: string; user: string; mail: string; view: string },
): Promise<void> => queue.send(filesTask.of(request), { id: `mail.files:${request.team}:${request.view}` })

/** Fetches links to attachments. */
export const attachmentLinksFeature = (services: MailServices): Feature => ({
  tasks: [
    filesTask.handler(async ({ team, user, mail: key, view }) => {
      const mail = await services.mailStore.findMail(team, key)
      if (!mail) return
      const { languages } = services
      const text = mailTextIn(await (user === undefined ? languages.ofWorkspace(team) : languages.ofPerson(team, user)))
      const links: FileLink[] = []
      for (const [index, { id }] of mail.attachments.entries())
        links.push(index < MAX_LINKS ? await fetchLink(text, services, mail, id) : { failed: text.forms.tooManyFiles })
      await services.views.update(team, view, buildFilesModal(text, mail, links))
    }),
  ],
})

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
