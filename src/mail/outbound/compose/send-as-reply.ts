import type { ScopedFeature } from '../../../scoped-feature.ts'
import { decodeEntities, decodeText, MAX_BLOCK_DEPTH } from '../../../slack/blocks/decode-text.ts'
import type { RichTextBlock } from '../../../slack/blocks/slack-message.ts'
import type { Shortcut } from '../../../slack/inbound/listeners.ts'
import { shortcutIds } from '../../action-ids.ts'
import { readRichText } from '../../../mail-content/writing/slack-to-mail.ts'
import { replyToClick } from '../../notify/requester-reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { openReplyForm } from './open-form.ts'

/** Sends a message from a thread as a reply, through the same form. Other messages in a thread stay in Slack. */
export const sendAsReplyFeature: ScopedFeature<OutboundScope> = {
  listen(slack) {
    slack.shortcut(shortcutIds.sendAsReply, sendAsReply)
  },
}

async function sendAsReply(scope: OutboundScope, shortcut: Shortcut): Promise<void> {
  const { team, user, message } = shortcut
  const threads = scope.mailStore.slackThreads
  const found = message && (await threads.get(`${message.channel}:${message.threadTs ?? message.ts}`))
  if (!message || !found) {
    const { forms } = mailTextIn(await scope.languages.ofPerson(team, user))
    return replyToClick(scope, shortcut, forms.noThread)
  }
  const target = { thread: found.value.thread }
  return openReplyForm(scope, shortcut, target, {
    written: readWritten(message),
    isFromThread: true,
    // The message may be far from what the person sees next.
    inModal: true,
  })
}

/** The text of a message as its writer typed it: messages escape three characters as entities, form fields do not. */
function readWritten({ text, blocks }: { text: string; blocks?: unknown }): RichTextBlock | undefined {
  // Rich text contains only the id of a group; the plain text may contain its name.
  const groups = new Map(
    [...text.matchAll(/<!subteam\^([A-Z0-9]+)\|@?([^<>]+)>/g)].map(([, id = '', name = '']) => [id, `@${name}`]),
  )
  const found = (Array.isArray(blocks) ? blocks : []).map((block) => readRichText(decoded(block, groups))).find(Boolean)
  return found ?? readRichText({ type: 'rich_text', elements: [section(decodeText(text, new Map()))] })
}

const section = (text: string) => ({ type: 'rich_text_section', elements: [{ type: 'text', text }] })

function decoded(node: unknown, groups: ReadonlyMap<unknown, string>, depth = 0): unknown {
  if (depth > MAX_BLOCK_DEPTH) return null
  if (Array.isArray(node)) return node.map((one) => decoded(one, groups, depth + 1))
  if (typeof node !== 'object' || node === null) return node
  const group = 'usergroup_id' in node ? groups.get(node.usergroup_id) : undefined
  if (group !== undefined) return { type: 'text', text: group, ...('style' in node && { style: node.style }) }
  const entries = Object.entries(node).filter(([name]) => name !== 'block_id')
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      typeof value === 'string' && (name === 'text' || name === 'url')
        ? decodeEntities(value)
        : decoded(value, groups, depth + 1),
    ]),
  )
}
