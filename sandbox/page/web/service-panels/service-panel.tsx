import type { JSX } from 'preact'
import type { Desk } from '../model/page-route.ts'
import { AgentDesk } from './agent-panel.tsx'
import { MailDesk } from './mail/mail-panel.tsx'
import { WeatherDesk } from './faults/faults-panel.tsx'
import { WireDesk } from './request-log/request-log-panel.tsx'

const DESKS: Record<Desk, [title: string, words: string, view: () => JSX.Element]> = {
  mail: ['Mail desk', 'What customers write, and what reaches them', MailDesk],
  agent: ['Agent desk', 'The jobs as the agent sees them', AgentDesk],
  weather: ['Weather desk', 'What goes wrong, and how fast time passes', WeatherDesk],
  wire: ['Wire desk', 'Every exchange between the app and the three systems', WireDesk],
}

/** The other side of the chat: the systems that the app talks to, by hand. */
export function DeskView({ desk }: { desk: Desk }): JSX.Element {
  const [title, words, View] = DESKS[desk]
  return (
    <main class="main desk" aria-label={title}>
      <header class="bar">
        <h2>{title}</h2>
        <span class="bar-topic">{words}</span>
      </header>
      <View key={desk} />
    </main>
  )
}
