import { useEffect, useMemo, useState } from 'preact/hooks'

export interface PickerOption {
  value: string
  label: string
  hint?: string | undefined
  group?: string | undefined
}

/** The source of the entries: a fixed list, or the app, which is queried. */
export interface OptionSource {
  options: PickerOption[]
  /** Asks the app for the entries, as external menus do. */
  suggest?: ((query: string) => Promise<PickerOption[]>) | undefined
  minQuery?: number | undefined
}

const TYPING_PAUSE_MS = 150

/** The entries that match the query; `loading` while the app is asked, `short` while the query is too short to ask, `failed` says why there are none. */
export function usePickerOptions(
  { options, suggest, minQuery = 0 }: OptionSource,
  query: string,
): { shown: PickerOption[]; short: boolean; loading: boolean; failed: string | undefined } {
  const [found, setFound] = useState<PickerOption[] | undefined>(undefined)
  const [failed, setFailed] = useState<string | undefined>(undefined)
  const short = suggest !== undefined && query.length < minQuery

  useEffect(() => {
    if (!suggest || short) return
    let current = true
    setFound(undefined)
    setFailed(undefined)
    const wait = setTimeout(() => {
      suggest(query).then(
        (result) => current && setFound(result),
        (error: unknown) => {
          if (!current) return
          setFound([])
          setFailed(error instanceof Error ? error.message : String(error))
        },
      )
    }, TYPING_PAUSE_MS)
    return () => {
      current = false
      clearTimeout(wait)
    }
  }, [query])

  const shown = useMemo(() => {
    if (suggest) return short ? [] : (found ?? [])
    const words = query.trim().toLowerCase()
    return words
      ? options.filter((option) => `${option.label} ${option.hint ?? ''}`.toLowerCase().includes(words))
      : options
  }, [options, suggest, found, query, short])
  return { shown, short, loading: suggest !== undefined && !short && !found, failed: short ? undefined : failed }
}
