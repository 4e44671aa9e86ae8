import {
  actionsBlock,
  button,
  contextBlock,
  divider,
  plainText,
  section,
} from '../../../../slack/blocks/block-builders.ts'
import {
  alertBlock,
  inputBlock,
  fileInput,
  modal,
  richTextInput,
  type SelectChoice,
} from '../../../../slack/blocks/form-fields.ts'
import type { MessageBlock, RichTextBlock, View } from '../../../../slack/blocks/slack-message.ts'
import { mailActionIds, mailCallbackIds } from '../../../action-ids.ts'
import { buildSenderWarnings } from '../../../cards/mail-people.ts'
import type { WritingChoices } from '../../../records/writing-settings.ts'
import { buildSendTime, type SendTimeOptions } from '../../schedule/send-time-field.ts'
import type { MailText } from '../../../text/mail-text.ts'
import { buildTicks } from '../fields/acknowledgements.ts'
import { buildAnsweredMail } from '../fields/answered-mail.ts'
import { buildClosingChoice } from '../fields/closing-choice.ts'
import { buildDraftLine } from '../drafts/draft-line.ts'
import type { FormContext } from '../fields/form-context.ts'
import type { FormNotice } from '../fields/form-notice.ts'
import type { FormRecipients } from './form-recipients.ts'
import { buildForwardedFiles } from '../fields/forwarded-files.ts'
import { buildKeptFiles, type KeptFiles } from '../drafts/kept-files.ts'
import { buildMoreFields, type MoreTexts } from '../fields/more-fields.ts'
import { buildRecipients } from './recipient-blocks.ts'
import { blockIdOf, blockIds, fieldIds, type ReplyFormState } from '../fields/reply-form-state.ts'
import { buildReplySwitch } from './reply-switch.ts'
import { nameSendButton, sendTimeIds } from '../../schedule/send-time.ts'
import { buildInboxChoice } from '../fields/sending-inbox.ts'
import { buildSavedSelect, type SavedChoices } from '../fields/saved-select.ts'
import { buildSubjectField } from '../fields/subject-field.ts'
import { buildQuoteChoice, buildSignatureChoice, buildSignatureLine } from '../fields/text-choices.ts'

/** The content and settings of the form. */
export interface ReplyFormOptions {
  text: MailText
  state: ReplyFormState
  context: FormContext
  /** The inboxes that can send a new mail. */
  inboxes: SelectChoice[]
  recipients: FormRecipients
  /** Addresses that this inbox has never exchanged mail with, and that no tick names. */
  newRecipients: string[]
  /** Whether the fields have menus of people that the inbox has written to. */
  isCompleted: boolean
  written?: RichTextBlock | undefined
  subject?: string | undefined
  more?: MoreTexts | undefined
  kept: KeptFiles
  saved: SavedChoices
  /** The fields for files that are not uploaded. */
  outgoing: MessageBlock[]
  /** The notices, and the ids of the ticked boxes. */
  notices: FormNotice[]
  ticked: string[]
  writing: WritingChoices
  /** The writer's name; undefined if Slack does not answer in time. */
  writer?: string | undefined
  /** Whether the answered mail is included below the text. */
  isQuoted: boolean
  sending: SendTimeOptions
  /** Whether the thread is done once the reply was sent. */
  closes: boolean
  /** Names the customer whose mail stays open, because the form answers somebody else, brought in by us. */
  staysOpen?: string | undefined
  /** Describes where the thread of a new mail will be. */
  newThread?: string | undefined
  /** A sentence about a newer version of the replaced reply, in mrkdwn. */
  newerVersion?: string | undefined
  /** A sentence about the scheduled reply of somebody else that this one replaces. */
  replaced?: string | undefined
  /** Who declined the replaced reply, and why. */
  declined?: MessageBlock[]
  /** The ids of the forwarded mail's included files. */
  forwarded?: string[] | undefined
  holdMs: number
  /** Whether outgoing mail of this inbox needs approval. */
  needsApproval: boolean
  /** Names its approvers, in mrkdwn; undefined if they are many or unknown. */
  approval?: string | undefined
  /** Names the owner of the thread, if that is somebody else. */
  owner?: string | undefined
  /** The newest mail of the thread, if the form answers an older one. */
  newest?: string | undefined
  /** Sentences to read before Send; at most 200 characters each. */
  alerts: string[]
  /** How to go on, in a form that is shown again. */
  instruction?: string | undefined
}

/** Builds the form: what matters before Send, the recipients with the new ones marked, the text and when it is sent. The answered mail comes last. */
export function buildReplyModal(options: ReplyFormOptions): View {
  const { text, state, context, recipients, sending, holdMs, needsApproval, instruction } = options
  const isLater = sending.chosen.choice !== 'now'
  const words = text.forms
  return modal({
    callbackId: mailCallbackIds.reply,
    title: text.compose.titles[state.kind ?? (state.all ? 'replyToAll' : 'reply')],
    submit: nameSendButton(text, sending.chosen),
    close: words.cancel,
    notifyOnClose: true,
    privateMetadata: JSON.stringify(state),
    blocks: [
      ...buildContext(options),
      ...buildAlerts(options),
      ...buildRecipients(options),
      ...buildTicks(text, options.notices, options.ticked),
      ...buildReplySwitch(text, state, context.answered?.mail),
      ...buildSubjectField(text, state, options.subject),
      buildTextField(text, state, options.written, { isFocused: !recipients.isEditing }),
      ...buildSignatureLine(text, options.writing, { chosen: state.signature, writer: options.writer }),
      ...buildSavedSelect(text, state, options.saved),
      ...buildSendTime(text, sendTimeIds, sending),
      ...(state.kind || options.staysOpen !== undefined ? [] : buildClosingChoice(text, options.closes)),
      ...contextBlock(options.staysOpen !== undefined && plainText(options.staysOpen)),
      ...contextBlock(
        needsApproval
          ? (options.approval ?? text.approval.comesFirst)
          : !isLater && words.hold({ seconds: Math.round(holdMs / 1000) }),
      ),
      ...buildForwarded(options),
      ...buildKeptFiles(text, options.kept),
      inputBlock({ blockId: blockIds.files, label: words.files, optional: true }, fileInput(fieldIds.files)),
      ...options.outgoing,
      ...(state.kind ? [] : buildQuoteChoice(text, options.isQuoted)),
      ...buildMoreFields(text, state, options.more ?? {}),
      ...(state.isMore ? buildSignatureChoice(text, options.writing, state.signature) : []),
      ...actionsBlock(
        button({ actionId: mailActionIds.preview, text: text.preview.open }),
        !state.isMore && button({ actionId: mailActionIds.showMore, text: text.compose.more }),
      ),
      ...(context.answered ? [divider(), ...buildAnsweredMail(text, context.answered.mail)] : []),
      // The alert above may be out of view.
      ...(instruction === undefined ? [] : [section(plainText(instruction))]),
    ],
  })
}

/** Shows the inbox, and names the mail that is answered or forwarded. */
function buildContext({ text, context, inboxes, newThread }: ReplyFormOptions): MessageBlock[] {
  const { inboxId, answered } = context
  if (!answered) return [...buildInboxChoice(text, inboxId, inboxes), ...contextBlock(newThread)]
  const about = text.forms.about({ inbox: inboxId, subject: answered.mail.subject || text.noSubject })
  return contextBlock(plainText(about, 300))
}

/** Shows what matters before the person writes. */
function buildAlerts({
  text,
  state,
  context,
  newerVersion,
  replaced,
  declined = [],
  owner,
  newest,
  alerts,
}: ReplyFormOptions): MessageBlock[] {
  return [
    ...(newerVersion === undefined ? [] : [section(newerVersion)]),
    ...declined,
    ...buildDraftLine(text, state),
    // The recipients field already shows the address for replies.
    ...(context.answered ? buildSenderWarnings(text, context.answered.mail, 'reply_to_differs') : []),
    ...contextBlock(owner !== undefined && plainText(owner)),
    ...contextBlock(replaced !== undefined && plainText(replaced)),
    ...alerts.map(alertBlock),
    ...actionsBlock(
      newest !== undefined &&
        button({ actionId: mailActionIds.answerNewest, text: text.compose.answerNewest, value: newest }),
    ),
  ]
}

const buildForwarded = ({ text, state, context: { answered }, forwarded }: ReplyFormOptions): MessageBlock[] =>
  state.kind === 'forward' && answered ? buildForwardedFiles(text, answered, forwarded) : []

/** The text has the focus, unless the recipients are being edited. A forward needs no text. */
function buildTextField(
  { compose }: MailText,
  state: ReplyFormState,
  written: RichTextBlock | undefined,
  { isFocused }: { isFocused: boolean },
): MessageBlock {
  return inputBlock(
    {
      blockId: blockIdOf(state, 'text'),
      label: compose.text[state.kind ?? 'reply'],
      optional: state.kind === 'forward',
      dispatch: true,
    },
    richTextInput(fieldIds.text, { ...(written && { initial: written }), focus: isFocused, reportsTyping: true }),
  )
}
