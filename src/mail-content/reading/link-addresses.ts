import type { RichText, RichTextInline, RichTextPart } from './rich-text.ts'

const hostOf = (url: string): string => URL.parse(url)?.host ?? ''

/** Links as text with their whole address behind the label, instead of only its host. */
const writeOut = (inlines: RichTextInline[]): RichTextInline[] =>
  inlines.map((inline, at) => {
    const before = inlines[at - 1]
    if (inline.type !== 'link') {
      const note = before?.type === 'link' ? ` (${hostOf(before.url)})` : ''
      return note !== '' && inline.text.startsWith(note) ? { ...inline, text: inline.text.slice(note.length) } : inline
    }
    const { url, text = url } = inline
    const isAddress = [text, `mailto:${text}`, `tel:${text}`, `https://${text}`, `${text}/`].includes(url)
    return { type: 'text', text: isAddress ? text : `${text} (${url})` }
  })

/** The text for readers who cannot follow a link: each label is followed by its address. */
export function writeOutLinks(richText: RichText): RichText {
  const part = (one: RichTextPart): RichTextPart =>
    one.type === 'rich_text_list'
      ? { ...one, elements: one.elements.map((item) => ({ ...item, elements: writeOut(item.elements) })) }
      : { ...one, elements: writeOut(one.elements) }
  return { ...richText, elements: richText.elements.map(part) }
}
