export interface TextObject {
  type: 'plain_text' | 'mrkdwn'
  text: string
  emoji?: boolean
  verbatim?: boolean
}

/** The styles of a run of rich text, both as Slack sends it and as the page's editor writes it. */
export interface TextStyle {
  bold?: boolean
  italic?: boolean
  strike?: boolean
  underline?: boolean
  code?: boolean
}

export type RichInline =
  | { type: 'text'; text: string; style?: TextStyle }
  | { type: 'link'; url: string; text?: string; style?: TextStyle }
  | { type: 'emoji'; name: string; unicode?: string; style?: TextStyle }
  | { type: 'user'; user_id: string; style?: TextStyle }
  | { type: 'channel'; channel_id: string; style?: TextStyle }
  | { type: 'usergroup'; usergroup_id: string; style?: TextStyle }
  | { type: 'team'; team_id: string; style?: TextStyle }
  | { type: 'broadcast'; range: string; style?: TextStyle }
  | { type: 'color'; value: string; style?: TextStyle }
  | { type: 'date'; timestamp: number; format: string; url?: string; fallback?: string; style?: TextStyle }

export type RichElement =
  | { type: 'rich_text_section'; elements: RichInline[] }
  | { type: 'rich_text_preformatted'; elements: RichInline[]; border?: number }
  | { type: 'rich_text_quote'; elements: RichInline[]; border?: number }
  | {
      type: 'rich_text_list'
      style: 'bullet' | 'ordered'
      indent?: number
      offset?: number
      border?: number
      elements: { type: string; elements: RichInline[] }[]
    }

export interface RichText {
  type: 'rich_text'
  block_id?: string
  elements: RichElement[]
}
