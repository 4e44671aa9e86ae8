import { isDeepStrictEqual } from 'node:util'
import type { ScopedFeature } from '../../../scoped-feature.ts'
import { allowed } from '../../../access/authorize.ts'
import { questionTimeMs, withinDeadline } from '../../../core/question-time.ts'
import { toJson } from '../../../core/json.ts'
import { hasErrorCode } from '../../../slack/api/slack-errors.ts'
import { actionsBlock, button, divider, plainText, section } from '../../../slack/blocks/block-builders.ts'
import { modal } from '../../../slack/blocks/form-fields.ts'
import type { MessageBlock, View } from '../../../slack/blocks/slack-message.ts'
import { plainTextMessage } from '../../../slack/blocks/text-message.ts'
import type { Action } from '../../../slack/inbound/listeners.ts'
import { askToReadMail } from '../../access/mail-acts.ts'
import { mailActionIds, mailCallbackIds } from '../../action-ids.ts'
import type { Mail } from '../../records/mail/mail.ts'
import { hashReplyContent } from '../../records/replies/reply-content.ts'
import type { ShownPreview } from './preview-store.ts'
import { refuseClick } from '../../notify/requester-reply.ts'
import { readSendButton } from '../schedule/send-time.ts'
import { buildReplyContent, type WrittenReply } from '../send/build-content.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { rebuildReplyFormModal } from './form/build-form.ts'
import { askToReadForm, findFormContext, findMailContext, type FormContext } from './fields/form-context.ts'
import { readForwardedFiles } from './fields/forwarded-files.ts'
import { type FormNotice, noticeId } from './fields/form-notice.ts'
import type { FormReader } from './fields/form-reader.ts'
import { listGoneFiles } from './form/form-notices.ts'
import { readFormRecipients } from './form/form-recipients.ts'
import { findEarlierFiles, listKeptFiles } from './drafts/kept-files.ts'
import {
  buildPreviewBlocks,
  hasTwoBodies,
  paginatePreview,
  type PreviewBody,
  previewBodies,
} from '../../cards/replies/preview-blocks.ts'
import { readOutgoingFiles } from './fields/outgoing-fields.ts'
import { readTypedFields, type ReplyFields } from './form/read-fields.ts'
import { type OpenForm, readFormState } from './fields/reply-form-state.ts'
import { isOtherInboxChosen, withChosenInbox } from './fields/sending-inbox.ts'

/** Shows the exact mail before it is sent. */
export const previewFeature: ScopedFeature<OutboundScope> = {
  listen(slack) {
    slack.action(mailActionIds.preview, openPreview)
    slack.action(/^mail\.preview_page:/, turnPreview)
  },
}

/** Returns the mail that a form would send. */
export function toWrittenReply(
  { team }: Pick<OutboundScope, 'team'>,
  user: string,
  { state }: OpenForm,
  typed: ReplyFields,
): WrittenReply {
  const { kind, inboxId, thread, mail, job } = state
  const { sendAt: _, closes: __, ...rest } = typed
  return {
    team,
    user,
    ...(kind === 'new' ? { thread: '', mail: '' } : { thread, mail }),
    ...(kind && { kind }),
    ...(inboxId !== undefined && { inboxId }),
    ...(job !== undefined && { job }),
    ...rest,
  }
}

/** Shows the mail in the form's current state, and records that the person has seen it. */
async function openPreview(scope: OutboundScope, action: Action): Promise<void> {
  const { team, user, view } = action
  const shown = view && readFormState(view)
  if (!view || !shown) return undefined
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const reader = { team, user, text }
  const form = { view, state: await withChosenInbox(scope, reader, { view, state: shown }) }
  if (isOtherInboxChosen(scope, form)) return refuseClick(scope, action, plainTextMessage(text.compose.inboxUnsure))
  const context = await findFormContext(scope, form.state)
  if (!context) return scope.views.push(action, buildNote(text, [text.forms.gone]), { keepsUnder: true })
  const permission = await askToReadForm(scope, action.user, context, { withinMs: questionTimeMs() })
  if (permission.is !== 'allowed') return refuseClick(scope, action, permission.message)
  const typed = await readForm(scope, reader, form, context)
  if ('errors' in typed) {
    const lines = [text.preview.notYet, ...Object.values(typed.errors)]
    const below = lines.map((line) => section(plainText(line)))
    return showAbove(scope, action, { reader, form }, buildNote(text, lines), below)
  }
  const written = toWrittenReply(scope, reader.user, form, typed)
  const content = await withinDeadline(buildReplyContent(scope, written, context.answered?.mail))
  if (!content) {
    const { tooSlow } = text.preview
    return showAbove(scope, action, { reader, form }, buildNote(text, [tooSlow]), [section(plainText(tooSlow))])
  }
  const id = scope.outbound.previews.nameOf(view.id)
  await scope.outbound.previews.keep(id, { user, written: toJson(written), content })
  const mail = { content, original: context.answered?.mail }
  const window = buildPreviewModal(text, id, mail, { body: 'formatted', page: 0 })
  const below = buildPreviewBlocks(text, mail, { body: 'plain', page: 0 })
  return showAbove(scope, action, { reader, form }, window, below)
}

/** Returns the fields ready to send, or an error for each one that cannot be sent. */
async function readForm(
  scope: OutboundScope,
  reader: FormReader,
  form: OpenForm,
  context: FormContext,
): Promise<ReplyFields | { errors: Record<string, string> }> {
  const { state, view } = form
  const recipients = await readFormRecipients(scope, reader, context, form)
  const earlier = await findEarlierFiles(scope, reader.user, state, view.id)
  const kept = listKeptFiles(earlier, listGoneFiles(scope, state, earlier), view)
  const outgoing = await readOutgoingFiles(scope, reader, form, context)
  if ('errors' in outgoing) return outgoing
  const fields = readTypedFields(reader.text, form, recipients, { kept, outgoing }, scope.clock.now())
  return 'errors' in fields ? fields : { ...fields, ...readForwardedFiles(form, context.answered) }
}

/** Opens a window of its own. If three are open already, shows the preview below the form, which must not lose typed content. */
async function showAbove(
  scope: OutboundScope,
  action: Action,
  { reader, form }: { reader: FormReader; form: OpenForm },
  window: View,
  below: MessageBlock[],
): Promise<void> {
  try {
    return await scope.views.push(action, window, { keepsUnder: true })
  } catch (error) {
    if (!hasErrorCode(error, 'push_limit_reached')) throw error
  }
  const next = await rebuildReplyFormModal(scope, reader, form)
  if (!next) return undefined
  const whole = { ...next, blocks: [...next.blocks, divider(), ...below] }
  await scope.views.update(scope.team, form.view.id, whole, form.view.hash)
  return undefined
}

function buildPreviewModal(
  text: MailText,
  id: string,
  mail: { content: ShownPreview['content']; original: Mail | undefined },
  { body, page }: { body: PreviewBody; page: number },
): View {
  const { forms, preview } = text
  const pages = paginatePreview(mail, body).length
  const at = Math.max(0, Math.min(page, pages - 1))
  const turn = (name: string, label: string, to: { body: PreviewBody; page: number }) =>
    button({ actionId: `${mailActionIds.previewPage}:${name}`, text: label, value: `${id}.${to.body}.${to.page}` })
  const other = body === 'plain' ? 'formatted' : 'plain'
  return modal({
    callbackId: mailCallbackIds.preview,
    title: preview.title,
    close: preview.close,
    blocks: [
      ...buildPreviewBlocks(text, mail, { body, page: at }),
      ...actionsBlock(
        at > 0 && turn('back', forms.previousPage, { body, page: at - 1 }),
        at < pages - 1 && turn('on', forms.nextPage, { body, page: at + 1 }),
        hasTwoBodies(mail) && turn('body', preview[other], { body: other, page: 0 }),
      ),
    ],
  })
}

const buildNote = ({ preview }: MailText, lines: string[]): View =>
  modal({
    callbackId: mailCallbackIds.preview,
    title: preview.title,
    close: preview.close,
    blocks: lines.map((line) => section(plainText(line))),
  })

async function turnPreview(scope: OutboundScope, action: Action): Promise<void> {
  const { team, user, value = '', view } = action
  if (!view) return undefined
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const [id = '', named, page = '0'] = value.split('.')
  const shown = await scope.outbound.previews.find(action.user, id)
  if (!shown) return void (await scope.views.update(team, view.id, buildNote(text, [text.preview.gone])))
  const { content } = shown
  const context = content.kind === 'new' ? undefined : await findMailContext(scope, content)
  const permission = context
    ? await askToReadMail(scope, action, context.answered, { withinMs: questionTimeMs() })
    : allowed
  if (permission.is !== 'allowed') return refuseClick(scope, action, permission.message)
  const body = previewBodies.find((one) => one === named) ?? 'formatted'
  const mail = { content, original: context?.answered.mail }
  const next = buildPreviewModal(text, id, mail, { body, page: Math.trunc(Number(page)) || 0 })
  await scope.views.update(team, view.id, next)
  return undefined
}

/**
 * Compares the mail that a form would send with its last preview. `content` is the hash of the current mail, absent if the form was not previewed in
 * this state; `notice` reports a change since. `isLate` means that Slack takes too long to resolve names.
 */
export async function comparePreview(
  scope: OutboundScope,
  reader: FormReader,
  form: OpenForm,
  { typed, context }: { typed: ReplyFields; context: FormContext },
): Promise<{ content?: string; notice?: FormNotice; isLate?: true }> {
  const shown = await scope.outbound.previews.find(reader.user, scope.outbound.previews.nameOf(form.view.id))
  const written = toWrittenReply(scope, reader.user, form, typed)
  if (!shown || !isDeepStrictEqual(shown.written, toJson(written))) return {}
  const now = await withinDeadline(buildReplyContent(scope, written, context.answered?.mail))
  if (!now) return { isLate: true }
  const content = hashReplyContent(now)
  if (content === hashReplyContent(shown.content)) return { content }
  const sentence = reader.text.preview.changed({ button: readSendButton(reader.text, form.view) })
  return { content, notice: { id: noticeId(scope, 'preview', content), sentence } }
}
