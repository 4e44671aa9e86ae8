import { withTimeout } from '../../core/with-timeout.ts'
import { dateToken, escapeMrkdwn, userMention } from '../../slack/blocks/mrkdwn.ts'
import type { View } from '../../slack/blocks/slack-message.ts'
import type { Action } from '../../slack/inbound/listeners.ts'
import type { Feature } from '../../slice.ts'
import { actionIds, type MailTarget, parseTarget } from '../action-ids.ts'
import { paginateMail } from '../content/mail-preview.ts'
import { mailActions, quarantineActions } from '../model/allowed-actions.ts'
import { isDeleted, isQuarantined, type Mail } from '../model/mail.ts'
import type { MailThread } from '../model/mail-thread.ts'
import { replyToClick } from '../notify/requester-reply.ts'
import type { MailServices } from '../services.ts'
import { type MailText, mailTextIn } from '../text/mail-text.ts'
import { sendFetchLinks } from './attachment-links.ts'
import {
  buildFilesModal,
  buildHeadersModal,
  buildMailModal,
  buildTextModal,
  type PagedContent,
  pagedContents,
  paginateHeaders,
} from './viewer-modals.ts'

interface ShownMail {
  /** What its reader's language calls things. */
  text: MailText
  thread: MailThread | undefined
  key: string
  mail: Mail
}

/** The modals in which a mail is read: the whole text in pages, its headers, its files, and why it is in this channel. */
export const mailViewerFeature = (services: MailServices): Feature => ({
  listen(slack) {
    const readActions = [
      ...mailActions.filter(({ opens }) => opens === 'wholeText'),
      ...quarantineActions.filter(({ verdict }) => verdict === undefined),
    ]
    for (const { actionId } of readActions)
      slack.action(actionId, async (action) => {
        await openViewerModal(services, action, action.value, (shown) => buildPageModal(shown))
      })
    for (const { actionId } of mailActions.filter(({ opens }) => opens === 'files'))
      slack.action(actionId, (action) => openFiles(services, action, action.value))
    slack.action(/^mail\.page:/, (action) => turnPage(services, action))
    slack.action(actionIds.mailMenu, (action) => openFromMenu(services, action))
  },
})

/** The mail that a target names, or the newest one of its thread; undefined when its text is gone. */
async function findShownMail(
  { mailStore }: MailServices,
  team: string,
  { thread: id, mail: named }: MailTarget,
): Promise<Omit<ShownMail, 'text'> | undefined> {
  const thread = await mailStore.findThread(team, id)
  const key = named ?? thread?.mails.at(-1)
  const mail = await mailStore.findMail(team, key)
  return key !== undefined && mail && !isDeleted(mail) ? { thread, key, mail } : undefined
}

/** Returns the id of the modal and the mail that it shows; undefined when the person got a message instead. */
async function openViewerModal(
  services: MailServices,
  action: Action,
  value: string | undefined,
  build: (shown: ShownMail) => View | Promise<View>,
): Promise<{ viewId: string; shown: ShownMail } | undefined> {
  const { team, user, triggerId } = action
  const text = mailTextIn(await services.languages.ofPerson(team, user))
  const target = parseTarget(value)
  const found = target && (await findShownMail(services, team, target))
  if (!found) {
    await replyToClick(services, action, text.forms.gone)
    return undefined
  }
  const shown = { ...found, text }
  const { viewId } = await services.views.open(team, triggerId, await build(shown))
  return { viewId, shown }
}

function buildPageModal({ text, mail, key }: ShownMail, content: PagedContent = 'text', wanted = 0): View {
  const pages =
    content === 'headers'
      ? paginateHeaders(text, mail)
      : paginateMail(mail, { linksOn: content === 'links' && !isQuarantined(mail) })
  const page = Math.max(0, Math.min(wanted, pages.length - 1))
  const options = { text, mail, at: { thread: mail.thread, mail: key }, content, pages, page }
  return content === 'headers' ? buildHeadersModal(options) : buildMailModal(options)
}

/** A page button's value is `<thread>.<mail>.<page>`, and what its pages show if that is not just the mail. */
async function turnPage(services: MailServices, { team, user, value, view }: Action): Promise<void> {
  const [thread = '', mail, page = '0', content] = (value ?? '').split('.')
  const shown = view && mail ? await findShownMail(services, team, { thread, mail }) : undefined
  if (!view || !shown) return
  const known = pagedContents.find((one) => one === content)
  const text = mailTextIn(await services.languages.ofPerson(team, user))
  await services.views.update(team, view.id, buildPageModal({ ...shown, text }, known, Number(page)))
}

/** A menu entry's value is `<verb>:<target>`. */
async function openFromMenu(services: MailServices, action: Action): Promise<void> {
  const [verb = '', value] = (action.value ?? '').split(':', 2)
  switch (verb) {
    case 'headers':
      await openViewerModal(services, action, value, (shown) => buildPageModal(shown, 'headers'))
      return
    case 'why':
      await openViewerModal(services, action, value, async (shown) =>
        buildTextModal(shown.text, shown.text.forms.whyTitle, explainChannel(shown, await nameInbox(services, shown))),
      )
      return
    case 'files':
      await openFiles(services, action, value)
      return
    default:
      services.log.warn({ action: action.actionId }, 'unknown menu entry')
  }
}

async function openFiles(services: MailServices, action: Action, value: string | undefined): Promise<void> {
  const opened = await openViewerModal(services, action, value, ({ text, mail }) => buildFilesModal(text, mail, []))
  if (!opened) return
  await sendFetchLinks(services.queue, {
    team: action.team,
    user: action.user,
    mail: opened.shown.key,
    view: opened.viewId,
  })
}

/** A person waits for the form: without an answer in time, the inbox has only its id. */
const ADDRESS_TIMEOUT_MS = 700

/** The address of the mail's inbox. */
async function nameInbox({ findInboxAddress }: MailServices, { mail: { inboxId } }: ShownMail): Promise<string> {
  const address = inboxId.includes('@') ? inboxId : await withTimeout(ADDRESS_TIMEOUT_MS, findInboxAddress(inboxId))
  return escapeMrkdwn(address ?? inboxId)
}

/** Why a mail is in its channel; a reason that only a later version knows is left out. */
function explainChannel({ text, thread }: ShownMail, inbox: string): string[] {
  const texts = text.forms.why
  const { rule = 'default', by, at } = thread?.why ?? {}
  if (rule === 'inbox' && by !== undefined && at !== undefined)
    return [texts.inbox(inbox, userMention(by), dateToken(at, '{date_short_pretty}')), texts.change]
  return rule === 'default' ? [texts.default(inbox), texts.change] : [texts.change]
}
