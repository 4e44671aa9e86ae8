import type { JSX } from 'preact'

/** Shows the JSON of a block or element that the page cannot render. */
export function UnknownView({ of, error }: { of: unknown; error?: string | undefined }): JSX.Element {
  const type = typeof of === 'object' && of !== null && 'type' in of ? String(of.type) : typeof of
  return (
    <details class="unknown">
      <summary>{error ? `This ${type} block couldn’t be shown: ${error}` : `Unknown block type: ${type}`}</summary>
      <pre>
        <code>{JSON.stringify(of, null, 2)}</code>
      </pre>
    </details>
  )
}
