import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { getOptional } from '../model/control-api.ts'
import { currentRoute, formatRoute, replaceRoute } from '../model/page-route.ts'
import { botUser, currentUser, getUserName, visibleChannels } from '../model/workspace-state.ts'
import { EmptyState } from '../ui/load-states.tsx'
import { BackButton } from './back-button.tsx'

interface DirectMessages {
  id: string
  members: string[]
}

/** A permalink to direct messages has the id of their conversation; the page shows them with the app. */
async function openDirectMessages(channel: string): Promise<void> {
  const all = (await getOptional<DirectMessages[]>('/slack/ims')) ?? []
  const here = currentRoute.value
  const members = all.find(({ id }) => id === channel)?.members ?? []
  const own = [currentUser.value, botUser.value?.id ?? ''].every((one) => members.includes(one))
  if (own && here.view === 'channel' && here.channel === channel)
    replaceRoute({ ...here, view: 'app', tab: 'messages' })
}

/** Shown instead of a channel that doesn't exist or that the current user isn't in. Its messages aren't requested. */
export function MissingChannel({ channel }: { channel: string }): JSX.Element {
  useEffect(() => {
    if (channel.startsWith('D')) void openDirectMessages(channel)
  }, [channel])
  const known = visibleChannels.value.find(({ id }) => id === channel)
  const title = known ? `${getUserName(currentUser.value)} isn’t in #${known.name}` : 'There’s no such channel'
  return (
    <main class="main" aria-label={title}>
      <header class="bar">
        <BackButton />
      </header>
      <div class="list-wrap">
        <EmptyState icon="hash" title={title}>
          {known
            ? 'Act as someone who is in it, or choose another channel. '
            : 'It may be private, or the address may be wrong. '}
          <a href={formatRoute({ view: 'start' })}>Show the channels</a>
        </EmptyState>
      </div>
    </main>
  )
}
