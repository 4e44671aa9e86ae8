import type { SendTimeChoice } from '../../schedule/send-time-field.ts'
import type { RichTextBlock } from '../../../../slack/blocks/slack-message.ts'
import type { FormRecipients } from './form-recipients.ts'
import type { CheckedLink } from '../fields/links-field.ts'
import type { KeptFiles } from '../drafts/kept-files.ts'
import type { MoreTexts } from '../fields/more-fields.ts'
import type { OutgoingChoice } from '../fields/outgoing-fields.ts'
import type { ReplyFormState } from '../fields/reply-form-state.ts'

/** The content of a form when it is shown. */
export interface FormContent {
  memory: ReplyFormState
  recipients: FormRecipients
  written?: RichTextBlock | undefined
  subject?: string | undefined
  /** The typed content of the fields behind More. */
  more?: MoreTexts | undefined
  /** The send time: as chosen in the form, or the time chosen before. */
  sendTime?: SendTimeChoice | number | undefined
  warnings: string[]
  /** How to go on, in a form that is shown again. */
  instruction?: string | undefined
  /** The files of the replaced reply. */
  kept?: KeptFiles | undefined
  /** The names of the uploaded files. */
  uploads?: string[]
  outgoing?: OutgoingChoice
  /** The ids of the ticked boxes. */
  ticked?: string[]
  /** Whether the answered mail is included; absent for the inbox's default. */
  isQuoted?: boolean | undefined
  /** Whether the thread is done once the reply was sent; absent for the person's last choice. */
  closes?: boolean | undefined
  /** The ids of the forwarded mail's included files; absent for all. */
  forwarded?: string[] | undefined
  /** The addresses of files checked just now. */
  links?: CheckedLink[]
}

/** The changes in a form that is shown again. */
export interface FormNews {
  /** Whether the recipients become fields. */
  isEditing?: boolean
  warnings?: string[]
  links?: CheckedLink[]
  /** Changes to the form's state. */
  memory?: Partial<ReplyFormState>
  /** Removes the typed content. */
  isEmptied?: true
  /** Replaces the typed content. */
  written?: RichTextBlock
  subject?: string
  recipients?: FormRecipients
}
