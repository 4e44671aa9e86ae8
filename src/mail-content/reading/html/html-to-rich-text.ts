import { type ReadHtml, readHtml, type ReadingOptions } from './html-reader.ts'
import { parseHtml } from './parse-html.ts'

/** Converts HTML to rich text, without images and hidden text. `isCut`: the end was not read. */
export function htmlToRichText(html: string, options: ReadingOptions): ReadHtml & { isCut: boolean } {
  const parsed = parseHtml(html)
  return { ...readHtml(parsed, options), isCut: parsed.isCut }
}
