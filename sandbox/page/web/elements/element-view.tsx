import type { JSX } from 'preact'
import type { Element } from '../slack-types/element-types.ts'
import { Picture } from './picture-view.tsx'
import { Unknown } from './unknown-view.tsx'
import { ButtonView, FeedbackView, IconButtonView, OverflowView } from './button-elements.tsx'
import { FileInputView } from './file-input.tsx'
import { ChoiceView, DateView, TextView } from './form-inputs.tsx'
import { RichInputView } from './rich-text-input.tsx'
import { SelectView } from './select-menus.tsx'

export function ElementView({ of }: { of: Element }): JSX.Element {
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
      return <TextView of={of} />
    case 'rich_text_input':
      return <RichInputView of={of} />
    case 'checkboxes':
    case 'radio_buttons':
      return <ChoiceView of={of} />
    case 'datepicker':
    case 'timepicker':
    case 'datetimepicker':
      return <DateView of={of} />
    case 'file_input':
      return <FileInputView of={of} />
    case 'image':
      return <Picture of={of} />
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
      return <SelectView of={of} />
    default:
      return <Unknown of={of} />
  }
}
