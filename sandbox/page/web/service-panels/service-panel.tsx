import type { JSX } from 'preact'
import type { PanelName } from '../model/page-route.ts'
import { AgentPanel } from './agent-panel.tsx'
import { MailPanel } from './mail/mail-panel.tsx'
import { FaultsPanel } from './faults/faults-panel.tsx'
import { RequestLogPanel } from './request-log/request-log-panel.tsx'

const PANELS: Record<PanelName, [title: string, words: string, view: () => JSX.Element]> = {
  mail: ['Mail', 'Write as a customer, and see what reaches them', MailPanel],
  agent: ['Agent', 'The jobs as the agent sees them', AgentPanel],
  faults: ['Faults', 'What goes wrong, and how fast time passes', FaultsPanel],
  requests: ['Requests', 'Every request between the app and the three services', RequestLogPanel],
}

/** A panel that shows and controls one of the simulated services. */
export function ServicePanel({ panel }: { panel: PanelName }): JSX.Element {
  const [title, words, View] = PANELS[panel]
  return (
    <main class="main desk" aria-label={title}>
      <header class="bar">
        <h2>{title}</h2>
        <span class="bar-topic">{words}</span>
      </header>
      <View key={panel} />
    </main>
  )
}
