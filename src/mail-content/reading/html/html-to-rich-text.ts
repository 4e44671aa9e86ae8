import { type ReadHtml, readHtml, type ReadingOptions } from './html-reader.ts'
import { parseHtml } from './parse-html.ts'

/** Converts HTML to rich text, without images and hidden text. `isCut`: the end was not read. */
export function htmlToRichText(html: string, options: ReadingOptions): ReadHtml & { isCut: boolean } {
  const { document, isCut } = parseHtml(html)
  return { ...readHtml(document, options), isCut }
}
