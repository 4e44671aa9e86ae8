import { render } from 'preact'
import { Page } from './page-layout.tsx'
import { follow } from './model/live-events.ts'
import { load } from './model/workspace-state.ts'
import { countUnread } from './model/unread-counts.ts'

const root = document.querySelector('#app')
if (root) {
  root.replaceChildren()
  render(<Page />, root)
}
follow()
void load().then(countUnread)
