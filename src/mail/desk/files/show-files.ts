import { z } from 'zod'
import { UpstreamError } from '../../../core/errors.ts'
import type { Queue } from '../../../queue/queue.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { askForFiles } from '../../access/ask-for-files.ts'
import { buildMailAct } from '../../access/mail-acts.ts'
import type { SharedFiles } from '../../records/mail/shared-files.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import type { DeskScope } from '../desk-scope.ts'
import { buildAnswerModal } from '../../cards/answer-modal.ts'
import { filesCardRef } from './files-card-kind.ts'
import { buildFilesWindow, listPictures } from './files-window.ts'

const requestSchema = z.object({
  team: z.string(),
  user: z.string(),
  mail: z.string(),
  /** The window that shows the files. */
  view: z.string(),
  /** When the files were there, in ms. */
  at: z.number(),
})
type FilesView = z.infer<typeof requestSchema>

/** Shows the files of a mail in an open window. Frozen. */
const showFilesTask = taskKind('mail.show_files', requestSchema)

/** Slack takes some seconds to prepare a picture, and refuses a window with it until then. */
const PREPARED_WITHIN_MS = 60_000
const ASK_AGAIN_MS = 1000

/** Fills the window of the person who asked for files, once per click. */
export const sendShowFiles = (queue: Queue, click: string, request: FilesView): Promise<void> =>
  queue.send(showFilesTask.of(request), { id: `mail.show_files:${request.team}:${click}` })

/** Shows the files that are in the thread of a mail to the person who asked for them. */
export const showFilesFeature: ScopedFeature<DeskScope> = { tasks: [scopedHandler(showFilesTask, showFiles)] }

async function showFiles(scope: DeskScope, request: FilesView): Promise<void | { againMs: number }> {
  const { team, user, mail: key, view, at } = request
  const { mailStore, views, clock } = scope
  const mail = await mailStore.findMail(key)
  const files = (await mailStore.sharedFiles.get(key))?.value
  if (!mail || !files) return
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const actor = { team, user, opId: `mail.show_files:${view}` }
  const act = await buildMailAct(scope, actor, { action: 'mail.read', verb: 'files' }, { key, mail })
  const permission = await askForFiles(scope, act, mail)
  if (permission.is !== 'allowed') {
    await views.update(team, view, buildAnswerModal(text, permission.message))
    return
  }
  const shown = { key, mail, files, link: await findFilesLink(scope, key, files) }
  if (listPictures(shown).length === 0) {
    await views.update(team, view, buildFilesWindow(text, shown, 'left_out'))
    return
  }
  const isOpen = await views.update(team, view, buildFilesWindow(text, shown, 'shown')).catch(returnIfRefusedPicture)
  if (isOpen !== 'refused') return
  const mayCome = clock.now() - at < PREPARED_WITHIN_MS
  const remains = await views.update(team, view, buildFilesWindow(text, shown, mayCome ? 'coming' : 'left_out'))
  return remains && mayCome ? { againMs: clock.scaled(ASK_AGAIN_MS) } : undefined
}

function returnIfRefusedPicture(error: unknown): 'refused' {
  if (error instanceof UpstreamError && error.details.outcome === 'refused') return 'refused'
  throw error
}

/** The link to the card above the files in the thread. */
async function findFilesLink(
  { team, cards, slack: { conversations } }: DeskScope,
  key: string,
  { head }: SharedFiles,
): Promise<string | undefined> {
  const card = await cards.findMessage(filesCardRef(team, key, head))
  return card && conversations.permalink(team, card.channel, card.ts)
}
