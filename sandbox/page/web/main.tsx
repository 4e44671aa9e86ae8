import { render } from 'preact'
import { Page } from './app.tsx'
import { follow } from './live.ts'
import { load } from './state.ts'
import { countUnread } from './unread.ts'

const root = document.querySelector('#app')
if (root) {
  root.replaceChildren()
  render(<Page />, root)
}
follow()
void load().then(countUnread)
