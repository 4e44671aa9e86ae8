import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { describeFailure, stopReporting, type BlockSurface } from '../model/block-surface.ts'
import { describeError, postControl } from '../model/control-api.ts'
import type { ActionAnswer } from '../../../control-types.ts'
import { currentUser, openViews, refreshViews } from '../model/workspace-state.ts'
import type { View } from '../slack-types/message-types.ts'
import { findFieldErrors, readFilledValues } from './modal-values.ts'
import { closeForm, openFormSurface } from './open-forms.ts'

interface ModalForm {
  surface: BlockSurface
  /** The scrolling part of the modal, in which a faulty field is focused. */
  body: RefObject<HTMLDivElement | null>
  busy: boolean
  /** An error that belongs to no field. */
  problem: string | undefined
  submit: () => Promise<void>
  /** Closes this view, or with `all` every open modal from the top down. */
  close: (all?: boolean) => Promise<void>
}

/** The state of a modal and how it is submitted; errors of the page and of the app are shown at their fields. */
export function useModalForm(view: View): ModalForm {
  const surface = openFormSurface(view.id)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const body = useRef<HTMLDivElement>(null)
  const wasSubmitted = useRef(false)
  // The app has answered with a warning next to the button: it must not stay below the edge.
  useEffect(() => {
    if (wasSubmitted.current)
      [...(body.current?.querySelectorAll('.alert') ?? [])].at(-1)?.scrollIntoView({ block: 'nearest' })
    wasSubmitted.current = false
  }, [view.hash])

  const showErrors = (errors: Record<string, string>): void => {
    surface.errors.value = errors
    const first = view.blocks.find((block) => block.block_id !== undefined && block.block_id in errors)
    const unplaced = Object.keys(errors).filter((id) => !view.blocks.some((block) => block.block_id === id))
    setProblem(unplaced.length > 0 ? unplaced.map((id) => errors[id]).join(' ') : undefined)
    queueMicrotask(() => {
      const block = body.current?.querySelector(`[data-block="${CSS.escape(first?.block_id ?? '')}"]`)
      const fields = ['[contenteditable], textarea, input:not([hidden])', 'button']
      const target = fields.map((one) => block?.querySelector<HTMLElement>(one)).find(Boolean)
      target?.focus()
    })
  }
  const submit = async (): Promise<void> => {
    if (busy) return
    const missing = findFieldErrors(view, surface)
    if (Object.keys(missing).length > 0) return showErrors(missing)
    setBusy(true)
    setProblem(undefined)
    surface.errors.value = {}
    stopReporting(surface)
    wasSubmitted.current = true
    try {
      const answer = await postControl<ActionAnswer>('/slack/submit', {
        user: currentUser.value,
        view_id: view.id,
        values: readFilledValues(view, surface),
      })
      if (answer.errors && Object.keys(answer.errors).length > 0) showErrors(answer.errors)
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
      for (const one of all ? open : [view]) await closeForm(one)
    } catch (error) {
      setProblem(describeError(error))
    }
    await refreshViews()
  }
  return { surface, body, busy, problem, submit, close }
}
