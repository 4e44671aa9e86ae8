import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import { isIntroduction } from '../quotations/introductions.ts'
import { findSeparator, findSubjectKind } from '../quotations/forwarded-mail.ts'
import { isDeviceLine, isFooter, isProse } from '../quotations/signature-lines.ts'
import { isSkipped } from './html-elements.ts'
import {
  countQuotedMails,
  findCollapsible,
  findQuotedBlocks,
  hasMailHeader,
  hasText,
  isAnswerInSource,
  isCitation,
  readBeginning,
} from './quoted-markup.ts'

/** The parts to leave out of an HTML body. */
export type CollapseMode = 'nothing' | 'quotes' | 'all'

/**
 * The fate of an element. `unwrapped`: it contains a forwarded mail, which is shown without the marks around it. `answered`: its quoted blocks and
 * everything above the first of them are left out, and the rest is shown.
 */
export type ElementFate =
  | { is: 'shown' | 'unwrapped' }
  | { is: 'omitted'; isQuotation?: true }
  | { is: 'answered'; from: Element }

const shown: ElementFate = { is: 'shown' }
const leftOut: ElementFate = { is: 'omitted' }
const BEGINNING_CHARS = 200
const SIGNATURE_CHARS = 2000
/** `To: Ana`, as in the header above a forwarded mail. */
const HEADER_LINE = /^\s*\p{L}[\p{L} .-]{0,20}[:：]\s*\S/u

/** Other facts about the mail. */
export interface FoldingOptions {
  /** May mark the mail as forwarded. */
  subject?: string
  /** The new text announces answers in the quoted mail: of a quotation without an end, only the header is left out. */
  hasAnswersBelow?: boolean
}

/** Decides which parts of a mail to leave out, in their order, and counts them. */
export class FoldedParts {
  quotedMails = 0
  signature = false
  /** Everything that follows is the quoted mail. */
  isOver = false
  readonly #collapsing: CollapseMode
  readonly #isForward: boolean
  readonly #hasAnswersBelow: boolean
  readonly #blocks = new Set<Element>()
  readonly #answered = new Set<AnyNode>()
  /** The header of the forwarded mail was shown: the next one belongs to a mail that was answered. */
  #hasHeader = false
  /** The element that contains a forwarded mail. */
  #forwardedIn: AnyNode | null | undefined
  /** Findings below the place from which on everything is quoted. */
  readonly #below = { mails: 0, hasText: false }

  constructor(collapsing: CollapseMode, { subject = '', hasAnswersBelow = false }: FoldingOptions) {
    this.#collapsing = collapsing
    this.#hasAnswersBelow = hasAnswersBelow
    this.#isForward = findSubjectKind(subject) === 'forward'
  }

  /** Decides about the next element. */
  judge(element: Element, above: Readonly<{ lastLine: string; length: number }>): ElementFate {
    if (this.#collapsing === 'nothing') return shown
    if (this.#blocks.has(element)) return this.#leaveOut(element)
    const kind = isAnswerInSource(element, above.length === 0) ? undefined : findCollapsible(element)
    switch (kind) {
      case undefined:
        return shown
      case 'signature':
        if (this.#collapsing === 'quotes' || !hasText(element) || hasTypedText(element)) return shown
        this.signature = true
        return leftOut
      case 'attribution':
        return isForwarded(element) ? shown : this.#leaveOutIntroduction(element)
      case 'rest':
      case 'header':
        return this.#judgeRest(element, kind)
      case 'quote':
      case 'container':
        return this.#judgeQuote(element, kind, above)
    }
  }

  /** Records the content below the place from which on everything is quoted. */
  countBelow(node: AnyNode): void {
    if (isText(node)) this.#below.hasText ||= node.data.trim() !== ''
    if (!isTag(node) || isSkipped(node.name)) return
    if (findCollapsible(node) === 'header' || node.name === 'blockquote') this.#below.mails++
    for (const child of node.children) this.countBelow(child)
  }

  /** How many quoted mails were left out. */
  countMails(): number {
    return this.quotedMails + Math.max(this.#below.mails, this.#below.hasText ? 1 : 0)
  }

  #isForwardedHere(element: Element, { lastLine }: Readonly<{ lastLine: string }>): boolean {
    if (findSeparator(lastLine) === 'forward') return true
    // The quotation right below the header is the forwarded mail itself.
    if (this.#forwardedIn !== undefined)
      return element.name === 'blockquote' && (this.#forwardedIn === element.parent || HEADER_LINE.test(lastLine))
    if (!this.#isForward || this.#hasHeader) return false
    return element.name !== 'blockquote' || hasMailHeader(element) || HEADER_LINE.test(lastLine)
  }

  /** The quoted blocks of a container are also those of a container inside. */
  #isInAnswered(element: Element): boolean {
    for (let node = element.parent; node && this.#answered.size > 0; node = node.parent)
      if (this.#answered.has(node)) return true
    return false
  }

  #leaveOutIntroduction(element: Element): ElementFate {
    let next = element.next
    while (next && (isText(next) ? next.data.trim() === '' : isTag(next) && next.name === 'br')) next = next.next
    if (next && isTag(next) && next.name === 'blockquote') this.#blocks.add(next)
    return leftOut
  }

  #leaveOut(element: Element): ElementFate {
    if (!hasText(element)) return leftOut
    this.quotedMails += countQuotedMails(element)
    return { is: 'omitted', isQuotation: true }
  }

  #judgeRest(element: Element, kind: 'rest' | 'header'): ElementFate {
    if (isForwarded(element)) return shown
    if (this.#isForward && (kind === 'rest' || !this.#hasHeader)) {
      this.#hasHeader ||= kind === 'header'
      return shown
    }
    if (this.#hasAnswersBelow && !this.#hasHeader) {
      this.#hasHeader = kind === 'header'
      this.quotedMails = 1
      return leftOut
    }
    this.isOver = true
    this.countBelow(element)
    return leftOut
  }

  #judgeQuote(element: Element, kind: 'quote' | 'container', above: Readonly<{ lastLine: string }>): ElementFate {
    if (isForwarded(element) || this.#isForwardedHere(element, above)) {
      // Phones quote the header and the text of a forwarded mail one by one.
      this.#forwardedIn = element.parent
      return { is: 'unwrapped' }
    }
    if (kind === 'container' && this.#isInAnswered(element)) return shown
    if (this.quotedMails === 0 && isCitation(element) && !introducesQuotation(above.lastLine)) return shown
    const blocks = kind === 'container' ? findQuotedBlocks(element) : []
    const [from] = blocks
    if (!from) return this.#leaveOut(element)
    this.#answered.add(element)
    for (const block of blocks) this.#blocks.add(block)
    return { is: 'answered', from }
  }
}

/** Gmail marks what people cite like what it quotes, but introduces only the latter. */
const introducesQuotation = (line: string): boolean =>
  /[:：]\s*$/.test(line) || isIntroduction(line, { isMarked: true })

/** Whether the first line with letters, such as `Forwarded message`, introduces a forwarded mail. */
function isForwarded(element: Element): boolean {
  const first = readBeginning(element, BEGINNING_CHARS)
    .split('\n')
    .find((line) => /\p{L}/u.test(line))
  return first !== undefined && findSeparator(first) === 'forward'
}

/** Whether somebody wrote into the element of their signature: it begins with a sentence, or asks something. */
function hasTypedText(element: Element): boolean {
  const lines = readBeginning(element, SIGNATURE_CHARS).split('\n')
  const isTyped = (line: string, at: number): boolean =>
    isProse(line) && !isDeviceLine(line) && !isFooter(lines.slice(at).join('\n'))
  const first = lines.findIndex((line) => /\p{L}/u.test(line))
  return lines.some((line, at) => (at === first || /[?？؟]$/.test(line.trim())) && isTyped(line, at))
}
