import type { Sandbox } from './create-sandbox.ts'
import { BLOCKS_BY_SURFACE } from './slack/blocks/layout-checks.ts'
import { STATE_FIELDS } from './slack/blocks/element-values.ts'
import type { RateLimit } from './slack/api/rate-limits.ts'
import { visitorManifest } from './slack/apps/visitor-manifest.ts'

const code = (words: string[]): string => words.map((word) => `\`${word}\``).join(', ')
const rate = (given: RateLimit): string => (typeof given === 'number' ? `Tier ${given}` : `${given.perMinute} a minute`)

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** The routes below a prefix, one row per path with its methods. */
function paths(sandbox: Sandbox, prefix: string): string {
  const byPath = new Map<string, string[]>()
  for (const area of sandbox.server.areas())
    for (const { method, pattern } of area.prefix === prefix ? area.routes : [])
      byPath.set(pattern, [...(byPath.get(pattern) ?? []), method])
  const rows = [...byPath].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return table(
    ['path', 'methods'],
    rows.map(([path, methods]) => [`\`${prefix}${path}\``, methods.toSorted().join(', ')]),
  )
}

/** The tables of docs/sandbox.md, read from what is registered in this sandbox. */
export function formatCoverage(sandbox: Sandbox): string {
  const methods = Object.entries(sandbox.slack.methods).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [
    '### Slack: Web API',
    'Any other method answers `unknown_method` and is named in the log. A scope in a list means that any one of them lets the call through.',
    table(
      ['method', 'rate', 'scopes'],
      methods.map(([name, method]) => [
        `\`${name}\``,
        rate(method.rate),
        method.token === 'none'
          ? 'no token'
          : method.token === 'app'
            ? 'app token'
            : code(method.scopes ?? []) || 'none',
      ]),
    ),
    '### Slack: events',
    `An app gets the events that its manifest subscribes to, where its bot is a member and its scopes allow: ${code(visitorManifest.events)}.`,
    '### Slack: blocks and elements',
    table(
      ['surface', 'blocks'],
      Object.entries(BLOCKS_BY_SURFACE).map(([surface, blocks]) => [surface, code(Object.keys(blocks).toSorted())]),
    ),
    `Elements that a person can fill in or pick from: ${code(Object.keys(STATE_FIELDS))}; and buttons of every kind.`,
    '### The agent',
    paths(sandbox, '/agent'),
    '### The mailbox',
    paths(sandbox, '/mail'),
    '### The control surface',
    paths(sandbox, '/control'),
  ].join('\n\n')
}
