import type { JSX } from 'preact'
import { AppView, ChannelView, ThreadView } from './conversation/channel-view.tsx'
import { Rail, Sidebar } from './navigation/conversation-sidebar.tsx'
import { DeskView } from './service-panels/service-panel.tsx'
import { ConfirmDialog } from './elements/confirm-dialog.tsx'
import { online } from './model/live-events.ts'
import { place } from './model/page-route.ts'
import { app, load, loadError, me, openChannel } from './model/workspace-state.ts'
import { Toasts } from './ui/toast-messages.tsx'
import { Bones, Failed } from './ui/load-states.tsx'
import { Modals } from './modals/modal-stack.tsx'

function Middle(): JSX.Element {
  const here = place.value
  const channel = openChannel.value
  if (loadError.value && !me.value) {
    return (
      <main class="main">
        <div class="list-wrap">
          <Failed error={loadError.value} again={() => void load()} />
        </div>
      </main>
    )
  }
  if (here.view === 'desk') return <DeskView desk={here.desk} />
  if (here.view === 'app' && me.value) return <AppView tab={here.tab} />
  if (channel && me.value) return <ChannelView key={channel} channel={channel} />
  return (
    <main class="main">
      <div class="bar" />
      <Bones wide />
    </main>
  )
}

export function Page(): JSX.Element {
  const here = place.value
  const channel = openChannel.value
  const thread = 'thread' in here ? here.thread : undefined
  const level = here.view === 'start' ? 'list' : here.view === 'desk' ? 'desk' : thread ? 'thread' : 'main'
  return (
    <div class="shell" data-level={level}>
      {/* Wherever one is, on every width, the page has its name. */}
      <header class="unseen">
        <h1>{app.value.team?.name ?? 'Workspace'} sandbox</h1>
      </header>
      <Rail />
      {here.view !== 'desk' && <Sidebar />}
      <Middle />
      {thread && channel && me.value && <ThreadView key={thread} channel={channel} thread={thread} />}
      {!online.value && (
        <div class="offline" role="status">
          Connection to the sandbox lost. Trying again.
        </div>
      )}
      <Modals />
      <ConfirmDialog />
      <Toasts />
    </div>
  )
}
