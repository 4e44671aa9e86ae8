import type { ScopedFeature } from '../../../scoped-feature.ts'
import type { View } from '../../../slack/blocks/slack-message.ts'
import type { Action } from '../../../slack/inbound/listeners.ts'
import { mailActionIds, formatMailTarget } from '../../action-ids.ts'
import { mailActions } from '../../records/mail-actions.ts'
import { findAction } from '../../records/action-row.ts'
import { quarantineActions } from '../../records/quarantine-actions.ts'
import { isQuarantined } from '../../records/mail/mail.ts'
import type { DeskScope } from '../desk-scope.ts'
import type { MailText } from '../../text/mail-text.ts'
import { openBlockSender } from '../senders/block-sender.ts'
import { renderDetails } from './details-modal.ts'
import { renderMore } from './more-modal.ts'
import { buildWaitingFiles } from '../files/files-window.ts'
import { sendShareFiles } from '../files/share-files-task.ts'
import { findMailForReader } from '../../access/mail-for-reader.ts'
import { sendRestrictedView } from './view-restricted.ts'
import { buildMailWindow } from './mail-window.ts'
import { buildTextModal } from './viewer-modals.ts'
import { type PagedContent, parsePage } from './paged-content.ts'

/** The modals of a mail: the whole text in pages, its headers, its files, and the reason for its channel. */
export const mailViewerFeature: ScopedFeature<DeskScope> = {
  listen(slack) {
    slack.action(findAction(quarantineActions, 'show').actionId, (scope, action) =>
      openPages(scope, action, action.value, 'text'),
    )
    slack.action(mailActionIds.moreFiles, (scope, action) => shareFiles(scope, action, action.value))
    slack.action(/^mail\.page:/, turnPage)
    for (const verb of ['why', 'badges', 'settings'] as const)
      slack.action(mailActionIds[verb], (scope, action) => openFromMenu(scope, action, verb, action.value))
    for (const { actionId, verb } of mailActions)
      if (isViewerVerb(verb)) slack.action(actionId, (scope, action) => openFromMenu(scope, action, verb, action.value))
  },
}

/** Shown until the task for restricted mail has checked that this person may read it. */
const buildWaitingModal = (text: MailText): View => buildTextModal(text, text.forms.readTitle, [text.forms.opening])

async function openPages(
  scope: DeskScope,
  action: Action,
  value: string | undefined,
  content: PagedContent,
): Promise<void> {
  const shown = await findMailForReader(scope, action, value)
  if (!shown) return
  const { text, key, mail } = shown
  const isRestricted = isQuarantined(mail)
  const view = isRestricted ? buildWaitingModal(text) : await buildMailWindow(scope, action.user, shown, content)
  const { viewId } = await scope.views.pushForUpdate(action, view)
  if (isRestricted) await sendPage(scope, action, { view: viewId, mail: key, content, page: 0 })
}

const sendPage = (
  { queue }: DeskScope,
  { team, user, eventId, message }: Action,
  page: { view: string; mail: string; content: PagedContent; page: number },
): Promise<void> =>
  sendRestrictedView(queue, eventId, {
    team,
    user,
    ...page,
    ...(message && { channel: message.channel, threadTs: message.threadTs ?? message.ts }),
  })

/** Turns a page. The button's value is `<thread>.<mail>.<page>`, followed by the content unless it is the default. */
async function turnPage(scope: DeskScope, action: Action): Promise<void> {
  const { team, user, value, view } = action
  const at = parsePage(value)
  if (!view || !at) return
  const { target, content, page } = at
  const shown = await findMailForReader(scope, action, formatMailTarget(target))
  if (!shown) return
  if (isQuarantined(shown.mail)) await sendPage(scope, action, { view: view.id, mail: target.mail, content, page })
  else await scope.views.update(team, view.id, await buildMailWindow(scope, user, shown, content, page))
}

/** The verbs that cards, ⋯, More… and the lists open here; the last three only those of earlier versions. */
const viewerVerbs = [
  'read',
  'open',
  'files',
  'more',
  'headers',
  'details',
  'block',
  'why',
  'badges',
  'settings',
] as const
type ViewerVerb = (typeof viewerVerbs)[number]
export const isViewerVerb = (verb: string): verb is ViewerVerb => viewerVerbs.some((one) => one === verb)

/** Opens a mail in a window, from its first page. */
export const openMailWindow = (scope: DeskScope, action: Action, value: string | undefined): Promise<void> =>
  openPages(scope, action, value, 'text')

/** Opens the view named by a button of a mail, an entry of its ⋯ menu, or a row of More…. */
export async function openFromMenu(
  scope: DeskScope,
  action: Action,
  verb: ViewerVerb,
  value: string | undefined,
): Promise<void> {
  switch (verb) {
    case 'read':
    case 'open':
      return openMailWindow(scope, action, value)
    case 'more':
      return openMore(scope, action, value)
    case 'headers':
      return openPages(scope, action, value, 'headers')
    case 'details':
    case 'why':
    case 'badges':
      return openDetails(scope, action, value)
    case 'block': {
      const shown = await findMailForReader(scope, action, value)
      return shown && openBlockSender(scope, action, shown)
    }
    case 'files':
      return shareFiles(scope, action, value)
    case 'settings':
      return scope.slices.openSettings(action, 'inboxes')
  }
}

async function openMore(scope: DeskScope, action: Action, value: string | undefined): Promise<void> {
  const shown = await findMailForReader(scope, action, value)
  if (shown) await scope.views.push(action, await renderMore(scope, action.user, shown))
}

async function openDetails(scope: DeskScope, action: Action, value: string | undefined): Promise<void> {
  const shown = await findMailForReader(scope, action, value)
  if (shown) await scope.views.push(action, await renderDetails(scope, shown))
}

/** Puts the files into the thread, and opens the window that will show them. */
async function shareFiles(scope: DeskScope, action: Action, value: string | undefined): Promise<void> {
  const shown = await findMailForReader(scope, action, value)
  if (!shown) return
  const { team, user, eventId, responseUrl, message } = action
  // Files of restricted mail are not shown: the task answers without a window.
  const view = isQuarantined(shown.mail) ? undefined : await openFiles(scope, action, shown.text)
  const request = { team, user, mail: shown.key, click: eventId, ...(responseUrl !== undefined && { responseUrl }) }
  const location = message && { channel: message.channel, threadTs: message.threadTs ?? message.ts }
  await sendShareFiles(scope.queue, { ...request, ...location, ...(view !== undefined && { view }) })
}

/** Opens a window that waits for the files; its own button fills it again. */
async function openFiles({ views }: DeskScope, action: Action, text: MailText): Promise<string> {
  const waiting = buildWaitingFiles(text)
  const { team, view: under } = action
  if (under?.type !== 'modal' || action.actionId !== mailActionIds.moreFiles)
    return (await views.pushForUpdate(action, waiting)).viewId
  await views.update(team, under.id, waiting)
  return under.id
}
