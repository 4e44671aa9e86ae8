import { errorsOf, validateMessageBlocks } from '../blocks/validate-blocks.ts'
import { completed, spotsIn } from '../blocks/block-tree.ts'
import { SlackError } from '../api/slack-errors.ts'
import { shortId } from '../workspace/slack-ids.ts'
import { isFields, type Block, type Fields, type Message } from '../workspace/workspace-types.ts'

/** Attachments as a message keeps them: numbered from one, their blocks checked and completed like a message's own. */
export function attachmentsOf(given: unknown[]): Fields[] {
  return given.map((one, index) => {
    if (!isFields(one)) throw new SlackError('invalid_attachments')
    if (one['blocks'] === undefined) return { fallback: '[no preview available]', ...one, id: index + 1 }
    const problems = validateMessageBlocks(one['blocks'], `/attachments/${index}/blocks`)
    if (problems.length > 0)
      throw new SlackError('invalid_attachments', {
        errors: errorsOf(problems),
        response_metadata: { messages: problems.map(({ message }) => message) },
      })
    return { fallback: '[no preview available]', ...one, id: index + 1, blocks: completed(one['blocks'], shortId) }
  })
}

const blocksIn = (attachment: unknown): Block[] => {
  const blocks = isFields(attachment) ? attachment['blocks'] : undefined
  return Array.isArray(blocks) ? (blocks as Block[]) : []
}

/** Everything in a message that a person can operate, that of its attachments included. */
export const operable = ({ blocks, attachments }: Message): Block[] => [
  ...(blocks ?? []),
  ...(attachments ?? []).flatMap(blocksIn),
]

/** The number of the attachment that a block stands in, if it is not the message's own. */
export function attachmentWith({ attachments }: Message, blockId: unknown): number | undefined {
  const found = (attachments ?? []).find((one) =>
    spotsIn(blocksIn(one)).some(({ block }) => block['block_id'] === blockId),
  )
  return isFields(found) && typeof found['id'] === 'number' ? found['id'] : undefined
}
