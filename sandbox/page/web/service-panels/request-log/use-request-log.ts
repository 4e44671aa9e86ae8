import { useEffect, useState } from 'preact/hooks'
import { getOptional } from '../../model/control-api.ts'
import { subscribeToEvents } from '../../model/live-events.ts'
import type { Exchange } from '../../../../control-types.ts'

const MAX_EXCHANGES = 2000

/** The latest exchanges between the app and the services, the oldest first; `clear` empties the list on the page only. */
export function useRequestLog(): { list: Exchange[] | undefined; clear: () => void } {
  const [list, setList] = useState<Exchange[] | undefined>(undefined)
  useEffect(() => {
    let waiting: Exchange[] = []
    let frame = 0
    const flush = (): void => {
      frame = 0
      const fresh = waiting
      waiting = []
      setList((before) => [...(before ?? []), ...fresh].slice(-MAX_EXCHANGES))
    }
    void getOptional<Exchange[]>('/wire').then((all) => {
      setList((before) => {
        const known = new Set((all ?? []).map((exchange) => exchange.id))
        return [...(all ?? []), ...(before ?? []).filter((exchange) => !known.has(exchange.id))].slice(-MAX_EXCHANGES)
      })
    })
    const stop = subscribeToEvents(['wire'], (event) => {
      if (event.type === 'reset') return setList([])
      if (!event.exchange) return
      waiting.push(event.exchange)
      frame ||= requestAnimationFrame(flush)
    })
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [])
  return { list, clear: () => setList([]) }
}
