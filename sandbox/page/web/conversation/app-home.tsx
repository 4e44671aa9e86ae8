import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { Blocks } from '../blocks/block-list.tsx'
import { SurfaceContext, surface } from '../elements/block-surface.ts'
import { app } from '../model/workspace-state.ts'
import { Empty } from '../ui/load-states.tsx'
import { Icon } from '../ui/line-icon.tsx'
import type { View } from '../model/control-types.ts'

export function HomeView({ view }: { view: View | undefined }): JSX.Element {
  const id = view?.id ?? ''
  const where = useMemo(() => surface({ view_id: id }), [id])
  if (!view) {
    return (
      <div class="list-wrap">
        <Empty icon="home" title={`${app.value.name} has not published a Home`}>
          It appears here as soon as the app sends it.
        </Empty>
      </div>
    )
  }
  return (
    <div class="home" tabIndex={0} role="region" aria-label="Home">
      <div class="home-page">
        <SurfaceContext.Provider value={where}>
          {where.failed.value && (
            <p class="error" role="alert">
              <Icon name="warning" size={16} /> <span>{where.failed.value}</span>
            </p>
          )}
          <Blocks blocks={view.blocks} />
        </SurfaceContext.Provider>
      </div>
    </div>
  )
}
