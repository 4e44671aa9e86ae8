import type { JSX } from 'preact'
import { installedApp } from '../model/workspace-state.ts'

function NamedList({ title, entries }: { title: string; entries: [name: string, text: string][] }): JSX.Element | null {
  if (entries.length === 0) return null
  return (
    <>
      <h3 class="header">{title}</h3>
      <dl class="about-list">
        {entries.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** The app's description in its manifest. */
export function AppAbout(): JSX.Element {
  const { name, description, long_description: more, commands, shortcuts } = installedApp.value
  return (
    <div class="home" tabIndex={0} role="region" aria-label="About">
      <div class="home-page">
        <h3 class="header">About {name}</h3>
        {description && <p>{description}</p>}
        {more && <p class="about-more">{more}</p>}
        <NamedList
          title="Commands"
          entries={commands.map((one) => [
            [one.command, one.usage_hint].filter(Boolean).join(' '),
            one.description ?? '',
          ])}
        />
        <NamedList
          title="Shortcuts"
          entries={shortcuts.map((one) => [
            one.name,
            [one.description, one.type === 'message' ? '(in the menu of a message)' : ''].filter(Boolean).join(' '),
          ])}
        />
      </div>
    </div>
  )
}
