import { signal } from '@preact/signals'

export type PanelName = 'mail' | 'agent' | 'faults' | 'requests'
export type AppTab = 'home' | 'messages' | 'about'

/** The place that the page shows. Kept in the URL's hash, so reload, back and forward work. */
export type PageRoute =
  | { view: 'start' }
  | { view: 'channel'; channel: string; thread?: string; message?: string }
  | { view: 'app'; tab: AppTab; thread?: string; message?: string }
  | { view: 'panel'; panel: PanelName }

export const APP_TABS: AppTab[] = ['home', 'messages', 'about']
export const PANEL_NAMES: PanelName[] = ['mail', 'agent', 'faults', 'requests']

/** A hash typed by hand may not be valid percent-encoding. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function parseRoute(hash: string): PageRoute {
  const [kind, id = '', more, ts] = hash.replace(/^#\/?/, '').split('/').map(decodePart)
  const within = { ...(more === 't' && ts && { thread: ts }), ...(more === 'm' && ts && { message: ts }) }
  if (kind === 'c' && id) return { view: 'channel', channel: id, ...within }
  if (kind === 'app') return { view: 'app', tab: APP_TABS.find((tab) => tab === id) ?? 'home', ...within }
  const panel = PANEL_NAMES.find((name) => name === id)
  if (kind === 'panel' && panel) return { view: 'panel', panel }
  return { view: 'start' }
}

/** The URL's hash for a route. */
export function formatRoute(to: PageRoute): string {
  const message = 'message' in to && to.message ? `/m/${to.message}` : ''
  const thread = 'thread' in to && to.thread ? `/t/${to.thread}` : message
  switch (to.view) {
    case 'start':
      return '#/'
    case 'channel':
      return `#/c/${encodeURIComponent(to.channel)}${thread}`
    case 'app':
      return `#/app/${to.tab}${thread}`
    case 'panel':
      return `#/panel/${to.panel}`
  }
}

export const currentRoute = signal<PageRoute>(parseRoute(location.hash))
addEventListener('hashchange', () => (currentRoute.value = parseRoute(location.hash)))

/** Changes the route, which adds an entry to the browser's history. */
export function navigateTo(to: PageRoute): void {
  const next = formatRoute(to)
  if (next !== location.hash) location.hash = next
}

/** Changes the route in place of the current one. */
export function replaceRoute(to: PageRoute): void {
  location.replace(formatRoute(to))
}

/** The route that a permalink of this workspace leads to; undefined for any other URL. */
export function parsePermalink(url: string): PageRoute | undefined {
  if (!URL.canParse(url)) return undefined
  const { origin, pathname, searchParams } = new URL(url)
  const [, channel, seconds, rest] = /^\/archives\/(\w+)\/p(\d+)(\d{6})$/.exec(pathname) ?? []
  if (origin !== location.origin || !channel) return undefined
  const ts = `${seconds}.${rest}`
  const thread = searchParams.get('thread_ts')
  return { view: 'channel', channel, ...(thread && thread !== ts ? { thread } : { message: ts }) }
}
