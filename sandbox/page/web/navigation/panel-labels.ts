import type { PanelName } from '../model/page-route.ts'
import type { IconName } from '../ui/line-icon.tsx'

export const PANEL_LABELS: Record<PanelName, [icon: IconName, label: string]> = {
  mail: ['mail', 'Mail'],
  agent: ['agent', 'Agent'],
  faults: ['cloud', 'Faults'],
  requests: ['pulse', 'Requests'],
}
