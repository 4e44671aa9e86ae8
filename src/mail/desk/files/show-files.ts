import { z } from 'zod'
import { findRefusedBlocks } from '../../../slack/api/slack-errors.ts'
import type { View } from '../../../slack/blocks/slack-message.ts'
import type { Queue } from '../../../queue/queue.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { askForFiles } from '../../access/ask-for-files.ts'
import { buildMailAct } from '../../access/mail-acts.ts'
import type { SharedFiles } from '../../records/mail/shared-files.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import type { DeskScope } from '../desk-scope.ts'
import { buildAnswerModal } from '../../cards/answer-modal.ts'
import { filesCardRef } from './files-card-kind.ts'
import { buildFilesWindow, listPictures, type ShownFiles } from './files-window.ts'

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
/** A refusal may name one picture of several. */
const ATTEMPTS_MAX = 4

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
  const age = clock.now() - at
  const mayCome = age < clock.scaled(PREPARED_WITHIN_MS)
  const coming = await updateWindow(scope, { text, view, shown, mayCome })
  // Less often with time: a picture that takes long, or never comes, must not take the calls that other windows need.
  return coming > 0 && mayCome ? { againMs: Math.max(clock.scaled(ASK_AGAIN_MS), age / 2) } : undefined
}

/** Shows the files, without the pictures that Slack refuses. Returns how many of these may still come; 0 if the window is closed. */
async function updateWindow(
  scope: DeskScope,
  { text, view, shown, mayCome }: { text: MailText; view: string; shown: ShownFiles; mayCome: boolean },
): Promise<number> {
  const pictures = listPictures(shown)
  const refused = new Map<string, 'coming' | 'left_out' | 'gone'>()
  for (let attempt = 1; ; attempt++) {
    const built = buildFilesWindow(text, shown, refused)
    const result = await scope.views.update(scope.team, view, built).catch((error: unknown) => {
      const blocks = findRefusedBlocks(error)
      if (!blocks || refused.size === pictures.length) throw error
      return blocks
    })
    if (result === undefined) return 0
    if (!Array.isArray(result)) return [...refused.values()].filter((is) => is === 'coming').length
    const visible = pictures.map(({ file }) => file).filter((file) => !refused.has(file))
    const named = listRefused(built, result, visible)
    // A refusal that names no picture, or names further ones again and again, is about all of them.
    const all = named.length === 0 || attempt === ATTEMPTS_MAX ? visible : named
    for (const file of all)
      refused.set(file, !(await scope.slack.isFileThere(scope.team, file)) ? 'gone' : mayCome ? 'coming' : 'left_out')
  }
}

/** The files of the refused blocks, which show the pictures in their order. */
function listRefused({ blocks }: View, refused: number[], visible: string[]): string[] {
  const images = blocks.flatMap(({ type }, index) => (type === 'image' ? [index] : []))
  return visible.filter((_, nth) => refused.includes(images[nth] ?? -1))
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
