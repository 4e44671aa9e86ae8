import { withAnswerOnTop } from '../../../slack/blocks/form-fields.ts'
import type { Message, View } from '../../../slack/blocks/slack-message.ts'
import { askToReadMail } from '../../access/mail-acts.ts'
import { findShownMail, type ShownMail } from '../../access/mail-for-reader.ts'
import { isQuarantined } from '../../records/mail/mail.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import type { DeskScope } from '../desk-scope.ts'
import { type PagedContent, parsePage, parseWindow } from './paged-content.ts'
import { describeThreadState } from './thread-state.ts'
import { buildPageModal } from './page-modal.ts'

/** Builds one page of a mail for a person who may read it, with the state of its thread. */
export async function buildMailWindow(
  scope: DeskScope,
  user: string,
  shown: ShownMail,
  content?: PagedContent,
  page?: number,
): Promise<View> {
  const { text, thread } = shown
  const state = thread && (await describeThreadState(scope, text, user, thread))
  return buildPageModal(text, { ...shown, ...(state !== undefined && { state }) }, content, page)
}

/**
 * Refreshes an open mail after an act in its window, with the answer on top. Returns false if the modal shows no mail that this person may read, or is
 * closed.
 */
export async function refreshMailWindow(
  scope: DeskScope,
  user: string,
  open: { id: string; metadata: string },
  answer?: Message,
): Promise<boolean> {
  const at = parsePage(parseWindow(open.metadata))
  // The client returns the metadata, and can name another mail there.
  const found = at && (await findShownMail(scope, at.target))
  if (!found || isQuarantined(found.mail)) return false
  const permission = await askToReadMail(scope, { user }, found, {})
  if (permission.is !== 'allowed') return false
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  const view = await buildMailWindow(scope, user, { ...found, text }, at.content, at.page)
  return (await scope.views.update(scope.team, open.id, withAnswerOnTop(view, answer))) !== undefined
}
