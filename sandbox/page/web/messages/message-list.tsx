import type { JSX } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Icon } from '../ui/line-icon.tsx'
import type { Message } from '../slack-types/message-types.ts'
import { groupMessages } from './group-messages.ts'
import { MessageChunk } from './message-chunk.tsx'

const CHUNK = 40
const NEAR_BOTTOM_PX = 48

/** The messages of a conversation, windowed: only what is near the screen is in the document. It stays at the end while one reads there. */
export function MessageList({
  messages,
  label,
  inThread = false,
  target,
}: {
  messages: Message[]
  label: string
  inThread?: boolean
  /** The message to show: it is scrolled to, and marked for a moment. */
  target?: string | undefined
}): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const heights = useRef(new Map<string, number>()).current
  const stuck = useRef(true)
  const [watch, setWatch] = useState<IntersectionObserver | undefined>(undefined)
  const [away, setAway] = useState(false)
  const seen = useRef(messages.length)
  const all = useMemo(() => groupMessages(messages, inThread), [messages])
  const chunks = Array.from({ length: Math.ceil(all.length / CHUNK) }, (_, index) =>
    all.slice(index * CHUNK, index * CHUNK + CHUNK),
  )

  const toEnd = (): void => {
    const element = scroller.current
    if (element) element.scrollTop = element.scrollHeight
  }
  useLayoutEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries)
          entry.target.dispatchEvent(new CustomEvent('near', { detail: entry.isIntersecting }))
      },
      { root: scroller.current, rootMargin: '1200px 0px' },
    )
    setWatch(observer)
    const grown = new ResizeObserver(() => {
      if (stuck.current) toEnd()
    })
    if (content.current) grown.observe(content.current)
    if (scroller.current) grown.observe(scroller.current)
    return () => {
      observer.disconnect()
      grown.disconnect()
    }
  }, [])
  useLayoutEffect(() => {
    if (stuck.current) toEnd()
  }, [messages])
  useEffect(() => {
    const index = target === undefined ? -1 : all.findIndex(({ message }) => message.ts === target)
    if (index < 0 || !watch) return
    stuck.current = false
    content.current?.children[Math.floor(index / CHUNK)]?.scrollIntoView({ block: 'center' })
    let tries = 30
    let frame = 0
    const show = (): void => {
      const found = content.current?.querySelector(`[data-ts="${target}"]`)
      if (!found && tries-- > 0) return void (frame = requestAnimationFrame(show))
      found?.scrollIntoView({ block: 'center' })
      found?.classList.add('shown')
    }
    frame = requestAnimationFrame(show)
    return () => cancelAnimationFrame(frame)
  }, [target, watch])
  useEffect(() => {
    if (stuck.current) seen.current = messages.length
  })

  const scrolled = (): void => {
    const element = scroller.current
    if (!element) return
    stuck.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_BOTTOM_PX
    if (stuck.current) seen.current = messages.length
    setAway(element.scrollHeight - element.scrollTop - element.clientHeight > element.clientHeight / 2)
  }
  const key = (event: KeyboardEvent): void => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || (!focused.matches('[data-ts]') && focused !== scroller.current)) return
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    const items = [...(content.current?.querySelectorAll<HTMLElement>('[data-ts]') ?? [])]
    const at = items.indexOf(focused)
    const next = at < 0 ? items.at(-1) : items[at + (event.key === 'ArrowUp' ? -1 : 1)]
    event.preventDefault()
    next?.focus()
  }
  const fresh = messages.length - seen.current
  return (
    <div class="list-wrap">
      <div
        ref={scroller}
        class="list"
        role="log"
        aria-label={label}
        aria-live="polite"
        tabIndex={0}
        onScroll={scrolled}
        onKeyDown={key}
      >
        <div class={inThread ? 'list-top' : 'list-space'} />
        <div ref={content} role="presentation">
          {chunks.map((slice, index) => (
            <MessageChunk
              key={index}
              id={`${index}`}
              slice={slice}
              heights={heights}
              watch={watch}
              inThread={inThread}
              replies={messages.length - 1}
            />
          ))}
        </div>
      </div>
      {away && (
        <button type="button" class="to-end" onClick={toEnd}>
          <Icon name="down" size={16} />
          {fresh > 0 ? `${fresh} new` : 'Latest'}
        </button>
      )}
    </div>
  )
}
