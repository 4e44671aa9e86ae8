import type { RichText } from './text-types.ts'
import type { TextObject } from '../model/control-types.ts'

export interface Option {
  text: TextObject
  value?: string
  description?: TextObject
  url?: string
}

interface OptionGroup {
  label: TextObject
  options: Option[]
}

export interface Confirm {
  title: TextObject
  text: TextObject
  confirm: TextObject
  deny: TextObject
  style?: 'primary' | 'danger'
}

export interface Image {
  type: 'image'
  alt_text: string
  image_url?: string
  slack_file?: { id?: string; url?: string }
}

interface Acts {
  action_id?: string
  confirm?: Confirm
  placeholder?: TextObject
  focus_on_load?: boolean
  dispatch_action_config?: { trigger_actions_on?: ('on_enter_pressed' | 'on_character_entered')[] }
}

export interface Button extends Acts {
  type: 'button' | 'workflow_button'
  text: TextObject
  value?: string
  url?: string
  style?: 'primary' | 'danger'
  accessibility_label?: string
}

export interface Select extends Acts {
  type:
    | 'static_select'
    | 'external_select'
    | 'users_select'
    | 'channels_select'
    | 'conversations_select'
    | 'multi_static_select'
    | 'multi_external_select'
    | 'multi_users_select'
    | 'multi_channels_select'
    | 'multi_conversations_select'
  options?: Option[]
  option_groups?: OptionGroup[]
  initial_option?: Option
  initial_options?: Option[]
  initial_user?: string
  initial_users?: string[]
  initial_channel?: string
  initial_channels?: string[]
  initial_conversation?: string
  initial_conversations?: string[]
  default_to_current_conversation?: boolean
  max_selected_items?: number
  min_query_length?: number
}

export interface TextInput extends Acts {
  type: 'plain_text_input' | 'email_text_input' | 'url_text_input' | 'number_input'
  initial_value?: string
  multiline?: boolean
  min_length?: number
  max_length?: number
  is_decimal_allowed?: boolean
  min_value?: string
  max_value?: string
}

export interface RichInput extends Acts {
  type: 'rich_text_input'
  initial_value?: RichText
}

export interface Choice extends Acts {
  type: 'checkboxes' | 'radio_buttons'
  options: Option[]
  initial_options?: Option[]
  initial_option?: Option
}

export interface DateInput extends Acts {
  type: 'datepicker' | 'timepicker' | 'datetimepicker'
  initial_date?: string
  initial_time?: string
  initial_date_time?: number
}

export interface FileInput extends Acts {
  type: 'file_input'
  filetypes?: string[]
  max_files?: number
}

export interface Overflow extends Acts {
  type: 'overflow'
  options: Option[]
}

interface FeedbackButton {
  text: TextObject
  value: string
  accessibility_label?: string
}

export interface Feedback extends Acts {
  type: 'feedback_buttons'
  positive_button: FeedbackButton
  negative_button: FeedbackButton
}

export interface IconButton extends Acts {
  type: 'icon_button'
  icon: string
  text: TextObject
  value?: string
  accessibility_label?: string
  visible_to_user_ids?: string[]
}

export type Element =
  | Button
  | Select
  | TextInput
  | RichInput
  | Choice
  | DateInput
  | FileInput
  | Overflow
  | Feedback
  | IconButton
  | Image
