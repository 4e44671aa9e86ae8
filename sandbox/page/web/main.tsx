import { render } from 'preact'
import { Page } from './page-layout.tsx'
import { followEvents } from './model/live-events.ts'
import { loadWorkspace } from './model/workspace-state.ts'
import { followFaults } from './model/active-faults.ts'
import { followUnread } from './model/unread-counts.ts'

const root = document.querySelector('#app')
if (root) {
  root.replaceChildren()
  render(<Page />, root)
}
followEvents()
followUnread()
followFaults()
void loadWorkspace()
