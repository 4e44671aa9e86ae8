import { useEffect, useState } from 'preact/hooks'
import { getControl, describeError } from '../model/control-api.ts'
import { subscribeToEvents } from '../model/live-events.ts'

export interface ControlRead<T> {
  value: T | undefined
  error: string | undefined
  reload: () => Promise<void>
}

/** Reads a path of the control surface, again after every event of these kinds. Events during a read are combined into one more read. */
export function useControlRead<T>(path: string, kinds: string[]): ControlRead<T> {
  const [value, setValue] = useState<T | undefined>(undefined)
  const [error, setError] = useState<string | undefined>(undefined)
  const reload = async (): Promise<void> => {
    try {
      setValue(await getControl<T>(path))
      setError(undefined)
    } catch (problem) {
      setError(describeError(problem))
    }
  }
  useEffect(() => {
    let wanted = false
    let busy = false
    const read = async (): Promise<void> => {
      wanted = true
      if (busy) return
      busy = true
      while (wanted) {
        wanted = false
        await reload()
      }
      busy = false
    }
    void read()
    return subscribeToEvents(kinds, () => void read())
  }, [path])
  return { value, error, reload }
}
