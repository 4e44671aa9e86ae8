import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { installedApp, botUser, currentUser, openAppHome, openViews } from '../model/workspace-state.ts'
import { formatRoute, type AppTab } from '../model/page-route.ts'
import { Avatar } from '../ui/user-avatar.tsx'
import { APP_TAB_LABELS, listAppTabs } from '../navigation/app-tabs.ts'
import { MessageComposer } from '../composer/message-composer.tsx'
import { AppAbout } from './app-about.tsx'
import { AppHome } from './app-home.tsx'
import { ConversationMessages } from './conversation-messages.tsx'
import { BackButton } from './back-button.tsx'

export function AppView({ tab }: { tab: AppTab }): JSX.Element {
  const person = currentUser.value
  const home = openViews.value.find((view) => view.type === 'home')
  useEffect(() => {
    if (tab === 'home' && person) void openAppHome()
  }, [tab, person])
  return (
    <main class="main" aria-label={installedApp.value.name}>
      <header class="bar">
        <BackButton />
        <h2>
          <Avatar id={botUser.value?.id} name={installedApp.value.name} size={24} />
          {installedApp.value.name}
        </h2>
        <nav class="tabs" aria-label={installedApp.value.name}>
          {listAppTabs().map((id) => (
            <a
              key={id}
              href={formatRoute({ view: 'app', tab: id })}
              {...(tab === id && { 'aria-current': 'page' as const })}
            >
              {APP_TAB_LABELS[id][1]}
            </a>
          ))}
        </nav>
      </header>
      {tab === 'home' ? (
        <AppHome view={home} />
      ) : tab === 'about' ? (
        <AppAbout />
      ) : (
        <>
          <ConversationMessages key={person} channel={person} name={installedApp.value.name} />
          <MessageComposer key={person} channel={person} label={`Message ${installedApp.value.name}`} />
        </>
      )}
    </main>
  )
}
