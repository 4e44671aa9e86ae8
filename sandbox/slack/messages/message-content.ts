import { readAttachments } from './message-attachments.ts'
import { readMetadata } from './message-metadata.ts'
import type { CallArguments } from '../api/call-arguments.ts'
import { listErrors, validateMessageBlocks } from '../blocks/validate-blocks.ts'
import { completeBlocks } from '../blocks/block-tree.ts'
import { SlackError } from '../api/slack-errors.ts'
import { newShortId } from '../workspace/slack-ids.ts'
import { isJsonObject, type Block, type JsonObject, type Workspace } from '../workspace/workspace-types.ts'
import { deriveRichText } from './derived-rich-text.ts'
import { escapeText, resolveMentions, normalizeText } from './message-text.ts'

const TEXT_CUT = 40_000
const MARKDOWN_MOST = 12_000
const ATTACHMENTS_MOST = 100

export interface MessageContent {
  text: string
  blocks: Block[]
  /** The blocks were made from the text. */
  derived: boolean
  attachments?: unknown[]
  metadata?: JsonObject
}

/** Text objects as Slack gives them back: entities escaped, links of mrkdwn made explicit. */
function escapeTexts(value: unknown): void {
  if (Array.isArray(value)) for (const one of value as unknown[]) escapeTexts(one)
  if (!isJsonObject(value) || value['type'] === 'rich_text') return
  const { type, text } = value
  if (typeof text === 'string' && type === 'plain_text') value['text'] = escapeText(text)
  if (typeof text === 'string' && type === 'mrkdwn') value['text'] = normalizeText(text, value['verbatim'] !== true)
  for (const one of Object.values(value)) if (typeof one === 'object') escapeTexts(one)
}

/** Blocks as a message keeps them, or Slack's refusal with a pointer to each thing that is wrong. */
export function readBlocks(given: unknown): Block[] {
  const problems = validateMessageBlocks(given)
  if (problems.length > 0) throw refusal(problems)
  const blocks = completeBlocks(given, newShortId)
  escapeTexts(blocks)
  return blocks as Block[]
}

function refusal(problems: ReturnType<typeof validateMessageBlocks>): SlackError {
  const messages = problems.map(({ message }) => message)
  return new SlackError(problems[0]?.error ?? 'invalid_blocks', {
    errors: listErrors(problems),
    response_metadata: { messages },
  })
}

/** The content of a call, validated and in the form in which a message keeps it. */
export function composeContent(
  workspace: Workspace,
  args: CallArguments,
  warn: (warning: string) => void,
): MessageContent {
  const blocksGiven = args.blocks()
  const markdown = args.text('markdown_text')
  const attachmentsGiven = args.list('attachments')
  const metadata = readMetadata(args.object('metadata'))
  let text = args.text('text') ?? ''
  if (markdown !== undefined && (text !== '' || blocksGiven)) throw new SlackError('markdown_text_conflict')
  if (markdown !== undefined && markdown.length > MARKDOWN_MOST) throw new SlackError('msg_too_long')
  if (attachmentsGiven && attachmentsGiven.length > ATTACHMENTS_MOST) throw new SlackError('too_many_attachments')
  const attachments = attachmentsGiven && readAttachments(attachmentsGiven)
  text = markdown ?? text
  const empty = (blocksGiven?.length ?? 0) === 0 && (attachments?.length ?? 0) === 0
  if (text.trim() === '' && empty) throw new SlackError('no_text')
  if (text.length > TEXT_CUT) {
    text = text.slice(0, TEXT_CUT)
    warn('message_truncated')
  }
  const full = args.text('parse') === 'full' || args.flag('link_names')
  const stored = normalizeText(full ? resolveMentions(workspace, text, false) : text, args.text('parse') !== 'none')
  const blocks = blocksGiven && blocksGiven.length > 0 ? readBlocks(blocksGiven) : undefined
  const derives = !blocks && text !== '' && args.flag('mrkdwn', true) && (attachments?.length ?? 0) === 0
  return {
    text: stored,
    blocks: blocks ?? (derives ? deriveRichText(stored) : []),
    derived: !blocks,
    ...(attachments && { attachments }),
    ...(metadata && { metadata }),
  }
}
