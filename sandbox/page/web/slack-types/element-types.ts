import type { RichText, TextObject } from './text-types.ts'

export interface OptionObject {
  text: TextObject
  value?: string
  description?: TextObject
  url?: string
}

export interface OptionGroup {
  label: TextObject
  options: OptionObject[]
}

export interface ConfirmObject {
  title: TextObject
  text: TextObject
  confirm: TextObject
  deny: TextObject
  style?: 'primary' | 'danger'
}

export interface ImageElement {
  type: 'image'
  alt_text: string
  image_url?: string
  slack_file?: { id?: string; url?: string }
}

interface Interactive {
  action_id?: string
  confirm?: ConfirmObject
  placeholder?: TextObject
  focus_on_load?: boolean
  dispatch_action_config?: { trigger_actions_on?: ('on_enter_pressed' | 'on_character_entered')[] }
}

export interface ButtonElement extends Interactive {
  type: 'button' | 'workflow_button'
  text: TextObject
  value?: string
  url?: string
  style?: 'primary' | 'danger'
  accessibility_label?: string
}

export interface SelectMenu extends Interactive {
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
  options?: OptionObject[]
  option_groups?: OptionGroup[]
  initial_option?: OptionObject
  initial_options?: OptionObject[]
  initial_user?: string
  initial_users?: string[]
  initial_channel?: string
  initial_channels?: string[]
  initial_conversation?: string
  initial_conversations?: string[]
  default_to_current_conversation?: boolean
  filter?: { include?: ('public' | 'private' | 'im' | 'mpim')[] }
  max_selected_items?: number
  min_query_length?: number
}

export interface TextInput extends Interactive {
  type: 'plain_text_input' | 'email_text_input' | 'url_text_input' | 'number_input'
  initial_value?: string
  multiline?: boolean
  min_length?: number
  max_length?: number
  is_decimal_allowed?: boolean
  min_value?: string
  max_value?: string
}

export interface RichTextInput extends Interactive {
  type: 'rich_text_input'
  initial_value?: RichText
}

export interface ChoiceInput extends Interactive {
  type: 'checkboxes' | 'radio_buttons'
  options: OptionObject[]
  initial_options?: OptionObject[]
  initial_option?: OptionObject
}

export interface DateInput extends Interactive {
  type: 'datepicker' | 'timepicker' | 'datetimepicker'
  initial_date?: string
  initial_time?: string
  initial_date_time?: number
}

export interface FileInput extends Interactive {
  type: 'file_input'
  filetypes?: string[]
  max_files?: number
}

export interface OverflowMenu extends Interactive {
  type: 'overflow'
  options: OptionObject[]
}

interface FeedbackButton {
  text: TextObject
  value: string
  accessibility_label?: string
}

export interface FeedbackButtons extends Interactive {
  type: 'feedback_buttons'
  positive_button: FeedbackButton
  negative_button: FeedbackButton
}

export interface IconButton extends Interactive {
  type: 'icon_button'
  icon: string
  text: TextObject
  value?: string
  accessibility_label?: string
  visible_to_user_ids?: string[]
}

export type BlockElement =
  | ButtonElement
  | SelectMenu
  | TextInput
  | RichTextInput
  | ChoiceInput
  | DateInput
  | FileInput
  | OverflowMenu
  | FeedbackButtons
  | IconButton
  | ImageElement
