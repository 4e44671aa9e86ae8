import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { BlockList } from '../blocks/block-list.tsx'
import { SurfaceContext, createSurface } from '../model/block-surface.ts'
import { installedApp } from '../model/workspace-state.ts'
import { EmptyState } from '../ui/load-states.tsx'
import { Icon } from '../ui/line-icon.tsx'
import type { View } from '../slack-types/message-types.ts'

export function AppHome({ view }: { view: View | undefined }): JSX.Element {
  const id = view?.id ?? ''
  const surface = useMemo(() => createSurface({ view_id: id }), [id])
  if (!view) {
    return (
      <div class="list-wrap">
        <EmptyState icon="home" title={`${installedApp.value.name} hasn’t published its Home yet`}>
          It will appear here as soon as the app publishes it.
        </EmptyState>
      </div>
    )
  }
  return (
    <div class="home" tabIndex={0} role="region" aria-label="Home">
      <div class="home-page">
        <SurfaceContext.Provider value={surface}>
          {surface.failed.value && (
            <p class="error" role="alert">
              <Icon name="warning" size={16} /> <span>{surface.failed.value}</span>
            </p>
          )}
          <BlockList blocks={view.blocks} />
        </SurfaceContext.Provider>
      </div>
    </div>
  )
}
