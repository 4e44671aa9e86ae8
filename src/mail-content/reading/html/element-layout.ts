import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import { isBlock } from './html-elements.ts'
import { readLength, type StyleDeclarations } from './style-declarations.ts'

/** The sides of the largest picture that only counts readers. */
const PIXEL = 3
const MAX_NUMBER = 1_000_000

/** The number of a list or of its item; undefined without one. */
export function readNumber(value: string | undefined): number | undefined {
  const number = /^\s*\d{1,7}\s*$/.test(value ?? '') ? Number(value) : 0
  return number > 0 && number <= MAX_NUMBER ? number : undefined
}

/** Whether an element contains one that has lines of its own. */
export const hasBlock = (node: AnyNode): boolean =>
  isTag(node) && node.children.some((child) => isTag(child) && (isBlock(child.name) || hasBlock(child)))

/** Foxmail writes this line above a signature, where others write two dashes. */
export const isSignatureRule = ({ attribs }: Element): boolean =>
  attribs['color']?.toLowerCase() === '#b5c4df' && /width:\s*210px/i.test(attribs['style'] ?? '')

/** Invisible pictures only count readers. */
export function isPixel({ attribs }: Element, declared: StyleDeclarations): boolean {
  return ['width', 'height'].some((side) => {
    const attribute = attribs[side]?.trim()
    const given = /^\d+$/.test(attribute ?? '') ? `${attribute}px` : attribute
    const length = readLength(declared.get(side) ?? declared.get(`max-${side}`) ?? given)
    return length !== undefined && length <= PIXEL
  })
}

/** Paragraphs without a margin follow each other like lines. */
export function isTight({ attribs }: Element, declared: StyleDeclarations): boolean {
  if (/\bMso(?:Normal|PlainText|NoSpacing)\b/.test(attribs['class'] ?? '')) return true
  const [top, , below = top] = declared.get('margin')?.split(/\s+/) ?? []
  return [declared.get('margin-top') ?? top, declared.get('margin-bottom') ?? below].every(
    (side) => readLength(side) === 0,
  )
}

/** An empty line is often a paragraph with a blank that does not break. */
export const isBlankLine = (node: AnyNode): boolean =>
  isText(node)
    ? node.data.includes('\u00A0')
    : isTag(node) && node.children.length <= 3 && node.children.some(isBlankLine)
