import type { JSX } from 'preact'
import { ChannelView } from './conversation/channel-view.tsx'
import { MissingChannel } from './conversation/missing-channel.tsx'
import { ThreadView } from './conversation/thread-view.tsx'
import { AppView } from './conversation/app-view.tsx'
import { ConversationSidebar } from './navigation/conversation-sidebar.tsx'
import { FirstStepsCard } from './navigation/first-steps-card.tsx'
import { QuickSwitcher } from './navigation/quick-switcher.tsx'
import { ViewRail } from './navigation/view-rail.tsx'
import { ServicePanel } from './service-panels/service-panel.tsx'
import { ConfirmDialog } from './elements/confirm-dialog.tsx'
import { isOnline } from './model/live-events.ts'
import { currentRoute } from './model/page-route.ts'
import {
  channels,
  installedApp,
  isOwnChannel,
  loadWorkspace,
  loadError,
  currentUser,
  currentChannel,
} from './model/workspace-state.ts'
import { Toasts } from './ui/toast-messages.tsx'
import { Skeleton, FailedState } from './ui/load-states.tsx'
import { ModalStack } from './modals/modal-stack.tsx'

function MainView(): JSX.Element {
  const here = currentRoute.value
  const channel = currentChannel.value
  if (loadError.value && !currentUser.value) {
    return (
      <main class="main">
        <div class="list-wrap">
          <FailedState error={loadError.value} onRetry={() => void loadWorkspace()} />
        </div>
      </main>
    )
  }
  if (here.view === 'panel') return <ServicePanel panel={here.panel} />
  if (here.view === 'app' && currentUser.value) return <AppView tab={here.tab} />
  if (channel && currentUser.value && channels.value)
    return isOwnChannel(channel) ? (
      <ChannelView key={channel} channel={channel} />
    ) : (
      <MissingChannel key={channel} channel={channel} />
    )
  return (
    <main class="main">
      <div class="bar" />
      <Skeleton wide />
    </main>
  )
}

export function Page(): JSX.Element {
  const here = currentRoute.value
  const channel = currentChannel.value
  const thread = 'thread' in here ? here.thread : undefined
  const showsThread =
    thread && channel && currentUser.value && (here.view === 'app' || (channels.value && isOwnChannel(channel)))
  const level = here.view === 'start' ? 'list' : here.view === 'panel' ? 'panel' : showsThread ? 'thread' : 'main'
  return (
    <div class="shell" data-level={level}>
      {/* A heading for screen readers, in every view and at every width. */}
      <header class="unseen">
        <h1>{installedApp.value.team.name} sandbox</h1>
      </header>
      <ViewRail />
      <FirstStepsCard />
      {here.view !== 'panel' && <ConversationSidebar />}
      <MainView />
      {showsThread && <ThreadView key={thread} channel={channel} thread={thread} />}
      {!isOnline.value && (
        <div class="offline" role="status">
          Lost the connection to the sandbox. Reconnecting…
        </div>
      )}
      <ModalStack />
      <QuickSwitcher />
      <ConfirmDialog />
      <Toasts />
    </div>
  )
}
