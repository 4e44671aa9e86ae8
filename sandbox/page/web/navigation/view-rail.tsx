import type { JSX } from 'preact'
import { PANEL_NAMES, formatRoute, currentRoute, type PageRoute } from '../model/page-route.ts'
import { brokenParts } from '../model/active-faults.ts'
import { unreadCounts } from '../model/unread-counts.ts'
import { Icon, type IconName } from '../ui/line-icon.tsx'
import { PANEL_LABELS } from './panel-labels.ts'
import { PersonMenu } from './person-menu.tsx'

const RAIL: [PageRoute, IconName, string][] = [
  [{ view: 'start' }, 'chat', 'Chat'],
  ...PANEL_NAMES.map((panel): [PageRoute, IconName, string] => [{ view: 'panel', panel }, ...PANEL_LABELS[panel]]),
]

/** Links to the chat and the service panels; on a narrow screen it is the bottom bar. */
export function ViewRail(): JSX.Element {
  const here = currentRoute.value
  const called = Object.values(unreadCounts.value).some(({ mentions }) => mentions > 0)
  return (
    <nav class="rail" aria-label="Views">
      {RAIL.map(([to, icon, name], index) => {
        const on = to.view === 'panel' ? here.view === 'panel' && here.panel === to.panel : here.view !== 'panel'
        const broken = to.view === 'panel' && to.panel === 'faults' ? brokenParts.value : undefined
        return (
          <>
            {index === 1 && <span class="rail-label">Simulators</span>}
            <a
              key={name}
              href={formatRoute(to)}
              class="rail-entry"
              title={broken}
              {...(on && { 'aria-current': 'page' as const })}
            >
              <span class="rail-icon">
                <Icon name={icon} />
                {index === 0 && here.view === 'panel' && called && <i class="rail-dot" />}
                {broken && <i class="rail-dot" />}
              </span>
              <span>{name}</span>
              {broken && <span class="unseen"> ({broken})</span>}
            </a>
          </>
        )
      })}
      <span class="rail-end">
        <PersonMenu />
      </span>
    </nav>
  )
}
