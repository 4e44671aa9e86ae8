import type { FileDownload } from '../../clients/download-file.ts'
import { UpstreamError } from '../../core/errors.ts'
import { createContentInspector, type ContentInspection } from './inspect-content.ts'

/** A file on its way from the mailbox to Slack. */
export interface FilePassage {
  content(this: void): AsyncIterable<Uint8Array>
  /** The finding; undefined until the whole file has passed, or enough to know that it is unsafe. */
  inspection(this: void): ContentInspection | undefined
  /** Why the mailbox did not hand out the rest. */
  failure(this: void): UpstreamError | undefined
}

/** Inspects a file while it passes. Holds back its last bytes until the end, so nobody ever gets the whole of an unsafe file. */
export function createPassage(download: FileDownload, name: string): FilePassage {
  const inspector = createContentInspector(name)
  let inspection: ContentInspection | undefined
  let failure: UpstreamError | undefined

  async function* inspect(): AsyncGenerator<Uint8Array> {
    let held: Buffer | undefined
    for await (const chunk of download.content) {
      if (await inspector.add(chunk)) break
      if (held) yield held
      held = chunk
    }
    inspection = await inspector.finish()
    if (inspection.unsafe) throw new Error('an unsafe file stays in the mailbox')
    if (held) yield held
  }

  return {
    async *content() {
      try {
        yield* inspect()
      } catch (error) {
        if (error instanceof UpstreamError) failure = error
        throw error
      }
    },
    inspection: () => inspection,
    failure: () => failure,
  }
}

/** Measures a file whose server does not declare its length. */
export async function measureContent({ content }: FileDownload): Promise<number> {
  let length = 0
  for await (const chunk of content) length += chunk.length
  return length
}
