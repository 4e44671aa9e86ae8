import { createElement, type FunctionComponent, type JSX } from 'preact'
import { useRef } from 'preact/hooks'

/** Renders again only if a property has changed: Preact skips a subtree whose element is the same object. */
export function memoizeComponent<P extends object>(inner: FunctionComponent<P>): (props: P) => JSX.Element {
  return function Memo(props: P): JSX.Element {
    const last = useRef<{ props: P; element: JSX.Element } | null>(null)
    const before = last.current
    const keys = Object.keys(props) as (keyof P)[]
    if (
      before &&
      keys.length === Object.keys(before.props).length &&
      keys.every((key) => before.props[key] === props[key])
    )
      return before.element
    const element = createElement(inner, props)
    last.current = { props, element }
    return element
  }
}
