import { createRequire } from 'node:module'
import { type Document, DomHandler } from 'domhandler'
import type * as HtmlParser2 from 'htmlparser2'
import { isBlock, isSkipped } from './html-elements.ts'
import { readStyle } from './style-declarations.ts'

const require = createRequire(import.meta.url)

/** Loaded for the first mail with HTML, because a start does not need it. */
const loadParser = () => require('htmlparser2') as typeof HtmlParser2

/** A tag costs one step, and more the deeper it is, because the parser searches the tags that are open. */
const MAX_STEPS = 40_000
const LEVELS_PER_STEP = 100
/** Deeper elements are read as if they stood side by side. */
const MAX_DEPTH = 200
/** Visible text; attributes, styles and scripts are not counted. */
const MAX_TEXT = 512 * 1024
const MAX_STYLES = 100_000
const CHUNK = 4096

/** HTML as a tree, and whether the end is missing because there is more than can be read. */
export interface ParsedDocument {
  document: Document
  isCut: boolean
}

const isHiddenAlone = (attribs: Record<string, string>): boolean =>
  attribs['hidden'] !== undefined || readStyle(attribs['style']).all.get('display') === 'none'

/** Builds a tree of limited depth until the steps or the characters are used up. */
class LimitedHandler extends DomHandler {
  isOver = false
  #steps = 0
  #text = 0
  #styles = 0
  /** For each open tag, whether it has a place in the tree. */
  readonly #open: boolean[] = []
  #depth = 0
  /** The name of the innermost element whose text nobody reads. */
  #skipped: string | undefined
  /** How many tags were open when an element that nobody reads began below the deepest level. */
  #skippedFrom: number | undefined
  /** Text below the deepest level has a look of its own, which is not read. */
  #isInDeepText = false

  override onopentag(name: string, attribs: Record<string, string>): void {
    this.#steps += 1 + this.#open.length / LEVELS_PER_STEP
    this.isOver ||= this.#steps > MAX_STEPS
    if (this.isOver) return
    this.#endDeepText()
    // Hidden parts below the deepest level stay hidden, and a style sheet counts wherever it is.
    const isInTree =
      this.#depth < MAX_DEPTH || name === 'style' || (this.#depth === MAX_DEPTH && isHiddenAlone(attribs))
    this.#open.push(isInTree)
    if (this.#skippedFrom !== undefined) return
    if (isInTree) {
      this.#depth++
      if (isSkipped(name) || name === 'style') this.#skipped = name
      super.onopentag(name, attribs)
    } else if (isSkipped(name)) this.#skippedFrom = this.#open.length
    else {
      // Alone it still ends a line or stands for a picture.
      this.#addLeaf(name, attribs)
    }
  }

  #addLeaf(name: string, attribs: Record<string, string>): void {
    super.onopentag(name, attribs)
    super.onclosetag()
  }

  #endDeepText(): void {
    if (this.#isInDeepText) super.onclosetag()
    this.#isInDeepText = false
  }

  override onclosetag(name = ''): void {
    if (this.isOver) return
    this.#endDeepText()
    const isInTree = this.#open.pop() ?? false
    if (this.#skippedFrom !== undefined) {
      if (this.#open.length < this.#skippedFrom) this.#skippedFrom = undefined
      return
    }
    if (!isInTree) return isBlock(name) ? this.#addLeaf('div', {}) : undefined
    this.#depth--
    this.#skipped = undefined
    super.onclosetag()
  }

  override ontext(data: string): void {
    if (this.isOver || this.#skippedFrom !== undefined) return
    if (this.#skipped === 'style' && this.#styles > MAX_STYLES) return
    if (this.#skipped !== undefined && this.#skipped !== 'style') return
    if (this.#skipped === undefined) this.#text += data.length
    else this.#styles += data.length
    this.isOver ||= this.#text > MAX_TEXT
    if (this.#open.at(-1) === false && !this.#isInDeepText) {
      this.#isInDeepText = true
      super.onopentag('span', { style: 'all:unset' })
    }
    super.ontext(data)
  }

  override oncomment(): void {
    // Comments are not read.
  }

  override oncommentend(): void {
    // Nor is their end.
  }
}

/** Parses HTML as far as its tags and its text stay within what can be read quickly. */
export function parseHtml(html: string): ParsedDocument {
  const handler = new LimitedHandler()
  const { Parser } = loadParser()
  const parser = new Parser(handler)
  // In chunks: a parser cannot be stopped within one.
  for (let at = 0; at < html.length && !handler.isOver; at += CHUNK) parser.write(html.slice(at, at + CHUNK))
  if (!handler.isOver) parser.end()
  return { document: handler.root, isCut: handler.isOver }
}
