/** The subset of Slack's rich text that mail is shown in; nothing in it can mention, ping or load anything. */
export interface TextStyle {
  bold?: true
  italic?: true
  strike?: true
  code?: true
}
export type RichTextInline =
  | { type: 'text'; text: string; style?: TextStyle }
  | { type: 'link'; url: string; text?: string; style?: TextStyle }
/** Running text. */
/** A block of rich text. */
export interface RichTextSection {
  type: 'rich_text_section'
  elements: RichTextInline[]
}
/** Items of one level of a list. */
export interface RichTextList {
  type: 'rich_text_list'
  style: 'bullet' | 'ordered'
  indent?: number
  offset?: number
  elements: RichTextSection[]
}
/** A quotation. */
export interface RichTextQuote {
  type: 'rich_text_quote'
  elements: RichTextInline[]
}
/** Text in a fixed-width font. */
export interface RichTextPreformatted {
  type: 'rich_text_preformatted'
  elements: RichTextInline[]
}
export type RichTextPart = RichTextSection | RichTextList | RichTextQuote | RichTextPreformatted
export interface RichText {
  type: 'rich_text'
  elements: RichTextPart[]
}

/** The visible text of a piece of a line. */
export const readInlineText = (inline: RichTextInline): string =>
  inline.text ?? (inline.type === 'link' ? inline.url : '')

/** The text without markup, for notifications, prompts and comparisons. */
export function toPlainText(richText: RichText): string {
  return richText.elements
    .map((part) => {
      switch (part.type) {
        case 'rich_text_section':
        case 'rich_text_preformatted':
          return part.elements.map(readInlineText).join('')
        case 'rich_text_quote':
          return part.elements.map(readInlineText).join('').replace(/^/gm, '> ')
        case 'rich_text_list':
          return part.elements
            .map((item, index) => {
              const mark = part.style === 'ordered' ? `${(part.offset ?? 0) + index + 1}.` : '•'
              return `${'  '.repeat(part.indent ?? 0)}${mark} ${item.elements.map(readInlineText).join('')}`
            })
            .join('\n')
      }
    })
    .join('\n')
}

/** Whether anything in it can be clicked. */
export const hasLinks = (richText: RichText): boolean =>
  richText.elements
    .flatMap((part) =>
      part.type === 'rich_text_list' ? part.elements.flatMap((item) => item.elements) : part.elements,
    )
    .some(({ type }) => type === 'link')
