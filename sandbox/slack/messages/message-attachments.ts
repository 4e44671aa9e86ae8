import { listErrors, validateMessageBlocks } from '../blocks/validate-blocks.ts'
import { completeBlocks, findElements } from '../blocks/block-tree.ts'
import { SlackError } from '../api/slack-errors.ts'
import { newShortId } from '../workspace/slack-ids.ts'
import { isJsonObject, type Block, type JsonObject, type Message } from '../workspace/workspace-types.ts'

/** Attachments as a message keeps them: numbered from one, their blocks checked and completed like a message's own. */
export function readAttachments(given: unknown[]): JsonObject[] {
  return given.map((one, index) => {
    if (!isJsonObject(one)) throw new SlackError('invalid_attachments')
    if (one['blocks'] === undefined) return { fallback: '[no preview available]', ...one, id: index + 1 }
    const problems = validateMessageBlocks(one['blocks'], `/attachments/${index}/blocks`)
    if (problems.length > 0)
      throw new SlackError('invalid_attachments', {
        errors: listErrors(problems),
        response_metadata: { messages: problems.map(({ message }) => message) },
      })
    return {
      fallback: '[no preview available]',
      ...one,
      id: index + 1,
      blocks: completeBlocks(one['blocks'], newShortId),
    }
  })
}

const blocksIn = (attachment: unknown): Block[] => {
  const blocks = isJsonObject(attachment) ? attachment['blocks'] : undefined
  return Array.isArray(blocks) ? (blocks as Block[]) : []
}

/** All blocks of a message, including those of its attachments. */
export const interactiveBlocks = ({ blocks, attachments }: Message): Block[] => [
  ...(blocks ?? []),
  ...(attachments ?? []).flatMap(blocksIn),
]

/** The id of the attachment that contains a block; undefined for the message's own blocks. */
export function findAttachmentId({ attachments }: Message, blockId: unknown): number | undefined {
  const found = (attachments ?? []).find((one) =>
    findElements(blocksIn(one)).some(({ block }) => block['block_id'] === blockId),
  )
  return isJsonObject(found) && typeof found['id'] === 'number' ? found['id'] : undefined
}
