/** The DOM types that Playwright's types refer to. Only code that runs in the page has the others. */
interface Node {
  readonly ownerDocument: {
    readonly activeElement: Element | null
    elementFromPoint(x: number, y: number): Element | null
  }
}
interface Element extends Node {
  scrollTop: number
  readonly scrollHeight: number
  closest(selector: string): Element | null
}
interface HTMLElement extends Element {
  readonly title: string
}
interface SVGElement extends Element {
  readonly tagName: string
}
interface HTMLElementTagNameMap {
  html: HTMLElement
}
declare function getComputedStyle(
  element: Element,
  part?: string,
): {
  readonly content: string
  readonly textDecorationLine: string
  readonly fontWeight: string
  readonly outlineStyle: string
}
