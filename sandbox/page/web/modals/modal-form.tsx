import type { JSX } from 'preact'
import { useMemo, useRef, useState } from 'preact/hooks'
import { postControl, describeError } from '../model/control-api.ts'
import { BlockList } from '../blocks/block-list.tsx'
import { createSurface, SurfaceContext, describeFailure } from '../elements/block-surface.ts'
import { currentUser, refreshViews, openViews } from '../model/workspace-state.ts'
import { InlineText } from '../text/mrkdwn-text.tsx'
import { Icon } from '../ui/line-icon.tsx'
import type { SubmitAnswer } from '../model/control-types.ts'
import type { View } from '../slack-types/message-types.ts'
import { listInputs, findFieldErrors, readFilledValues } from './modal-values.ts'

export function ModalView({ view, depth }: { view: View; depth: number }): JSX.Element {
  const where = useMemo(() => createSurface({ view_id: view.id }), [view.id])
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const body = useRef<HTMLDivElement>(null)
  const hasInputs = listInputs(view).length > 0

  const show = (errors: Record<string, string>): void => {
    where.errors.value = errors
    const first = view.blocks.find((block) => block.block_id !== undefined && block.block_id in errors)
    const loose = Object.keys(errors).filter((id) => !view.blocks.some((block) => block.block_id === id))
    setProblem(loose.length > 0 ? loose.map((id) => errors[id]).join(' ') : undefined)
    queueMicrotask(() => {
      const block = body.current?.querySelector(`[data-block="${CSS.escape(first?.block_id ?? '')}"]`)
      const fields = ['[contenteditable], textarea, input:not([hidden])', 'button']
      const target = fields.map((one) => block?.querySelector<HTMLElement>(one)).find(Boolean)
      target?.focus()
    })
  }
  const submit = async (): Promise<void> => {
    if (busy) return
    const lacking = findFieldErrors(view, where)
    if (Object.keys(lacking).length > 0) return show(lacking)
    setBusy(true)
    setProblem(undefined)
    where.errors.value = {}
    try {
      const answer = await postControl<SubmitAnswer>('/slack/submit', {
        user: currentUser.value,
        view_id: view.id,
        values: readFilledValues(view, where),
      })
      if (answer.errors && Object.keys(answer.errors).length > 0) show(answer.errors)
      else setProblem(describeFailure(answer))
    } catch (error) {
      setProblem(describeError(error))
    }
    setBusy(false)
    await refreshViews()
  }
  const close = async (all = false): Promise<void> => {
    const open = openViews.value.filter((one) => one.type === 'modal').toReversed()
    try {
      for (const one of all ? open : [view])
        await postControl('/slack/close', { user: currentUser.value, view_id: one.id })
    } catch (error) {
      setProblem(describeError(error))
    }
    await refreshViews()
  }
  return (
    <form
      class="modal-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void submit()
      }}
    >
      <header class="modal-head">
        {depth > 1 && (
          <button type="button" class="quiet" aria-label="Back" onClick={() => void close()}>
            <Icon name="back" />
          </button>
        )}
        <h2 id={`title-${view.id}`}>
          <InlineText of={view.title} />
        </h2>
        <button type="button" class="quiet" aria-label="Close" onClick={() => void close(true)}>
          <Icon name="close" />
        </button>
      </header>
      <div class="modal-body" ref={body} tabIndex={-1}>
        <SurfaceContext.Provider value={where}>
          {(problem ?? where.failed.value) && (
            <p class="error banner" role="alert">
              <Icon name="warning" size={16} /> <span>{problem ?? where.failed.value}</span>
            </p>
          )}
          <BlockList blocks={view.blocks} />
        </SurfaceContext.Provider>
      </div>
      {(view.submit || view.close || hasInputs) && (
        <footer class="modal-foot">
          <button type="button" class="button" onClick={() => void close()}>
            {view.close ? <InlineText of={view.close} /> : 'Cancel'}
          </button>
          {(view.submit || hasInputs) && (
            <button type="submit" class="button primary" aria-busy={busy} disabled={view.submit_disabled}>
              {view.submit ? <InlineText of={view.submit} /> : 'Submit'}
            </button>
          )}
        </footer>
      )}
    </form>
  )
}
