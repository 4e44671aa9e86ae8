import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { explainError } from '../../../clients/mailbox/explain-error.ts'
import { UpstreamError } from '../../../core/errors.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import type { View } from '../../../slack/blocks/slack-message.ts'
import type { Action } from '../../../slack/inbound/listeners.ts'
import { findMailForReader } from '../../access/mail-for-reader.ts'
import { mailActionIds } from '../../action-ids.ts'
import { listLargeFiles } from '../../records/mail/shared-files.ts'
import { askForFiles } from '../../access/ask-for-files.ts'
import { buildMailAct } from '../../access/mail-acts.ts'
import type { Mail } from '../../records/mail/mail.ts'
import type { DeskScope } from '../desk-scope.ts'
import { describeError } from '../../cards/describe-problem.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { buildFilesModal, type FileLink } from './files-modal.ts'
import { buildAnswerModal } from '../../cards/answer-modal.ts'

/** Requests links to large attachments while their modal is open. Frozen. */
const filesTask = taskKind(
  'mail.files',
  z.object({
    team: z.string(),
    mail: z.string(),
    view: z.string(),
    /** The person who has the modal open. */
    user: z.string(),
    channel: z.string().exactOptional(),
    threadTs: z.string().exactOptional(),
  }),
)

const MAX_LINKS = 20

/** Fetches, for one person, links to attachments too large for the thread. */
export const attachmentLinksFeature: ScopedFeature<DeskScope> = {
  listen: (slack) => slack.action(mailActionIds.fileLinks, openLinks),
  tasks: [
    scopedHandler(filesTask, async (scope, { team, user, mail: key, view, channel, threadTs }) => {
      const mail = await scope.mailStore.findMail(key)
      if (!mail) return
      const text = mailTextIn(await scope.languages.ofPerson(team, user))
      const actor = { team, user, opId: `mail.view:${key}:${user}:${view}:files`, channel, threadTs }
      const act = await buildMailAct(scope, actor, { action: 'mail.read', verb: 'files' }, { key, mail })
      const permission = await askForFiles(scope, act, mail)
      const files = await findLargeFiles(scope, { key, mail })
      const shown =
        permission.is === 'allowed'
          ? await buildLinks(text, scope, { mail, files })
          : buildAnswerModal(text, permission.message)
      await scope.views.update(team, view, shown)
    }),
  ],
}

/** Opens the modal first, because links take a while. */
async function openLinks(scope: DeskScope, action: Action): Promise<void> {
  const shown = await findMailForReader(scope, action, action.value)
  if (!shown) return
  const { team, user, eventId, message } = action
  const { text, key, mail } = shown
  const files = await findLargeFiles(scope, { key, mail })
  const { viewId } = await scope.views.pushForUpdate(action, buildFilesModal(text, files, []))
  const location = message && { channel: message.channel, threadTs: message.threadTs ?? message.ts }
  await scope.queue.send(filesTask.of({ team, user, mail: key, view: viewId, ...location }), {
    id: `mail.files:${team}:${eventId}`,
  })
}

async function findLargeFiles(
  { mailStore }: DeskScope,
  { key, mail }: { key: string; mail: Mail },
): Promise<Mail['attachments']> {
  const shared = await mailStore.sharedFiles.get(key)
  return listLargeFiles(shared?.value.files ?? {}).flatMap((index) => mail.attachments[index] ?? [])
}

async function buildLinks(
  text: MailText,
  scope: DeskScope,
  { mail, files }: { mail: Mail; files: Mail['attachments'] },
): Promise<View> {
  const links: FileLink[] = []
  for (const [index, { id }] of files.entries())
    links.push(index < MAX_LINKS ? await fetchLink(text, scope, mail, id) : { failed: text.forms.tooManyFiles })
  return buildFilesModal(text, files, links)
}

async function fetchLink(
  text: MailText,
  { mailbox }: DeskScope,
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
