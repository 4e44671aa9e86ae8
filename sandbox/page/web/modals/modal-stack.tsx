import type { JSX } from 'preact'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { postControl, describeError } from '../model/control-api.ts'
import { BlockList } from '../blocks/block-list.tsx'
import {
  buildFieldKey,
  readInitialValue,
  isEmptyValue,
  createSurface,
  SurfaceContext,
  describeFailure,
  type BlockSurface,
  type FieldValue,
} from '../elements/block-surface.ts'
import { currentUser, refreshViews, openViews } from '../model/workspace-state.ts'
import { InlineText } from '../text/mrkdwn-text.tsx'
import { useModalDialog } from '../ui/keyboard-focus.ts'
import { Icon } from '../ui/line-icon.tsx'
import type { InputBlock } from '../slack-types/block-types.ts'
import type { SubmitAnswer } from '../model/control-types.ts'
import type { View } from '../slack-types/message-types.ts'

const listInputs = (view: View): InputBlock[] =>
  view.blocks.filter((block): block is InputBlock => block.type === 'input')

function shapeValue(value: FieldValue): unknown {
  if (value && typeof value === 'object' && !Array.isArray(value))
    return { type: 'rich_text_input', rich_text_value: value }
  return value
}

/** What the client itself refuses, before the app is asked. */
function findFieldErrors(view: View, where: BlockSurface): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { block_id: id, element, optional } of listInputs(view)) {
    if (!id || !('action_id' in element)) continue
    const key = buildFieldKey(id, element.action_id)
    const value = key in where.values.value ? where.values.value[key] : readInitialValue(element)
    const text = typeof value === 'string' ? value : ''
    if (isEmptyValue(value)) {
      if (!optional) errors[id] = 'Please fill in this field.'
    } else if (element.type === 'email_text_input' && !/^\S+@\S+\.\S+$/.test(text))
      errors[id] = 'This is not an email address.'
    else if (element.type === 'url_text_input' && !URL.canParse(text)) errors[id] = 'This is not a web address.'
    else if (element.type === 'number_input' && !Number.isFinite(Number(text))) errors[id] = 'This is not a number.'
    else if ('min_length' in element && element.min_length && text.length < element.min_length)
      errors[id] = `Please write at least ${element.min_length} characters.`
  }
  return errors
}

function readFilledValues(view: View, where: BlockSurface): Record<string, Record<string, unknown>> {
  const values: Record<string, Record<string, unknown>> = {}
  for (const block of view.blocks) {
    const elements =
      block.type === 'input'
        ? [block.element]
        : block.type === 'actions'
          ? block.elements
          : block.type === 'section' && block.accessory
            ? [block.accessory]
            : []
    for (const element of elements) {
      if (!('action_id' in element) || !element.action_id || !block.block_id) continue
      const key = buildFieldKey(block.block_id, element.action_id)
      if (!(key in where.values.value)) continue
      const value = shapeValue(where.values.value[key])
      const empty =
        element.type.startsWith('multi_') || element.type === 'checkboxes' || element.type === 'file_input'
          ? []
          : element.type.endsWith('text_input') || element.type === 'number_input'
            ? ''
            : null
      values[block.block_id] = { ...values[block.block_id], [element.action_id]: value ?? empty }
    }
  }
  return values
}

function ModalView({ view, depth }: { view: View; depth: number }): JSX.Element {
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

/** The open modals of the person, the top one in front; the others stay as edges behind it and keep what was typed. */
export function ModalStack(): JSX.Element | null {
  const stack = openViews.value.filter((view) => view.type === 'modal')
  const dialog = useRef<HTMLDialogElement>(null)
  const top = stack.at(-1)
  useModalDialog(dialog, top !== undefined)
  useLayoutEffect(() => {
    const body = dialog.current?.querySelector<HTMLElement>('.layer:not([hidden]) .modal-body')
    // A form that changes while one writes in it leaves the cursor where it is.
    const held = document.activeElement !== body && body?.contains(document.activeElement)
    if (!body || held) return
    const fields = ':is(input:not([hidden]), textarea, [contenteditable], .picker-field)'
    const first = body.querySelector<HTMLElement>('[autofocus]') ?? body.querySelector<HTMLElement>(fields)
    const target = first ?? body
    target.focus()
  }, [top?.id, top?.hash])
  if (!top) return null
  const cancel = (event: Event): void => {
    event.preventDefault()
    void postControl('/slack/close', { user: currentUser.value, view_id: top.id })
      .catch(() => undefined)
      .then(refreshViews)
  }
  return (
    <dialog
      ref={dialog}
      class={`modal${stack.length > 1 ? ' stacked' : ''}`}
      aria-labelledby={`title-${top.id}`}
      onCancel={cancel}
    >
      {stack.map((view, index) => (
        <div key={view.id} class="layer" hidden={view !== top}>
          <ModalView view={view} depth={index + 1} />
        </div>
      ))}
    </dialog>
  )
}
