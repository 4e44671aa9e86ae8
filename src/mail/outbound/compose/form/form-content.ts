import type { SendTimeChoice } from '../../schedule/send-time-field.ts'
import type { RichTextBlock } from '../../../../slack/blocks/slack-message.ts'
import type { FormRecipients } from './form-recipients.ts'
import type { CheckedLink } from '../fields/links-field.ts'
import type { KeptFiles } from '../drafts/kept-files.ts'
import type { MoreTexts } from '../fields/more-fields.ts'
import type { OutgoingChoice } from '../fields/outgoing-fields.ts'
import type { ReplyFormState } from '../fields/reply-form-state.ts'

/** What a form contains when it is shown. */
export interface FormContent {
  memory: ReplyFormState
  recipients: FormRecipients
  written?: RichTextBlock | undefined
  subject?: string | undefined
  /** What is typed into the fields behind More. */
  more?: MoreTexts | undefined
  /** When it is to be sent: as chosen in the form, or the moment that was chosen before. */
  sendTime?: SendTimeChoice | number | undefined
  warnings: string[]
  /** The files of the reply that this one replaces. */
  kept?: KeptFiles | undefined
  /** The names of the uploaded files. */
  uploads?: string[]
  outgoing?: OutgoingChoice
  /** The ids of what is ticked. */
  ticked?: string[]
  /** The answered mail goes along; absent: as usual for the inbox. */
  isQuoted?: boolean | undefined
  /** The ids of the forwarded mail's files that go along; absent: all of them. */
  forwarded?: string[] | undefined
  /** The addresses of files that were checked just now. */
  links?: CheckedLink[]
}

/** What is new in a form that is shown again. */
export interface FormNews {
  /** The recipients are shown as fields from now on. */
  isEditing?: boolean
  warnings?: string[]
  links?: CheckedLink[]
  /** Changes what the form remembers. */
  memory?: Partial<ReplyFormState>
  /** Takes away what was typed. */
  isEmptied?: true
  /** Replaces what was typed. */
  written?: RichTextBlock
  subject?: string
  recipients?: FormRecipients
}
