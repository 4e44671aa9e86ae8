import type { JSX } from 'preact'
import type { BlockElement } from '../slack-types/element-types.ts'
import { PictureView } from './picture-view.tsx'
import { UnknownView } from './unknown-view.tsx'
import { ButtonView, FeedbackView, IconButtonView, OverflowView } from './button-elements.tsx'
import { FileInputView } from './file-input.tsx'
import { ChoiceView, DateInputView, TextInputView } from './form-inputs.tsx'
import { RichTextInputView } from './rich-text-input.tsx'
import { SelectMenuView } from './select-menus.tsx'

export function ElementView({ of }: { of: BlockElement }): JSX.Element {
  switch (of.type) {
    case 'button':
    case 'workflow_button':
      return <ButtonView of={of} />
    case 'overflow':
      return <OverflowView of={of} />
    case 'feedback_buttons':
      return <FeedbackView of={of} />
    case 'icon_button':
      return <IconButtonView of={of} />
    case 'plain_text_input':
    case 'email_text_input':
    case 'url_text_input':
    case 'number_input':
      return <TextInputView of={of} />
    case 'rich_text_input':
      return <RichTextInputView of={of} />
    case 'checkboxes':
    case 'radio_buttons':
      return <ChoiceView of={of} />
    case 'datepicker':
    case 'timepicker':
    case 'datetimepicker':
      return <DateInputView of={of} />
    case 'file_input':
      return <FileInputView of={of} />
    case 'image':
      return <PictureView of={of} />
    case 'static_select':
    case 'external_select':
    case 'users_select':
    case 'channels_select':
    case 'conversations_select':
    case 'multi_static_select':
    case 'multi_external_select':
    case 'multi_users_select':
    case 'multi_channels_select':
    case 'multi_conversations_select':
      return <SelectMenuView of={of} />
    default:
      return <UnknownView of={of} />
  }
}
