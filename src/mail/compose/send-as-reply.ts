import { decodeText, decodeEntities } from '../../slack/blocks/decode-text.ts'
import type { Listeners, Shortcut } from '../../slack/inbound/listeners.ts'
import type { RichTextBlock } from '../../slack/blocks/slack-message.ts'
import type { commanding } from '../entrypoints/mail-command.ts'
import type { deciding } from '../reply/reply-actions.ts'
import type { replyForms } from './reply-form.ts'
import { actionIds, callbackIds, parseTarget, shortcutIds } from '../action-ids.ts'
import type { Refuse } from '../notes.ts'
import type { quarantine } from '../quarantine/quarantine-mail.ts'
import type { reader } from '../viewer/mail-viewer.ts'
import { formTexts as say } from '../text/en-forms.ts'
import type { MailStore } from '../model/mail-store.ts'
import { readRichText } from '../content/slack-to-mail.ts'

export interface ListenDeps {
  bag: MailStore
  forms: ReturnType<typeof replyForms>
  windows: ReturnType<typeof reader>
  commands: ReturnType<typeof commanding>
  decisions: ReturnType<typeof deciding>
  apart: ReturnType<typeof quarantine>
  refuse: Refuse
}

/** Every door of the slice: each parses, opens a form from the records, or sends one task. */
export function listening({ bag, forms, windows, commands, decisions, apart, refuse }: ListenDeps) {
  /** Thread talk stays inside; this is the explicit way out, through the same form. */
  async function sendAsReply(pressed: Shortcut): Promise<void> {
    const { team, message } = pressed
    const place = message && (await bag.places(team).get(`${message.channel}:${message.threadTs ?? message.ts}`))
    if (!message || !place) return refuse(pressed, say.noThread)
    return forms.open(pressed, { thread: place.value.thread }, false, writtenIn(message))
  }

  return (slack: Listeners): void => {
    slack.command('/mail', commands.listen)
    for (const [actionId, isToAll] of [
      [actionIds.reply, false],
      [actionIds.replyAll, true],
    ] as const)
      slack.action(actionId, async (action) => {
        const place = parseTarget(action.value)
        if (place) await forms.open(action, place, isToAll)
      })
    slack.action(actionIds.editAndSendAgain, async (action) => {
      if (action.value) await forms.edit(action, action.value)
    })
    slack.action(/^mail\.recipients:/, forms.retyped)
    slack.submit(callbackIds.reply, forms.submit)
    slack.action(actionIds.readAll, windows.readAll)
    slack.action(actionIds.showText, windows.readAll)
    slack.action(actionIds.mailMenu, windows.more)
    slack.action(/^mail\.page:/, windows.turn)
    for (const actionId of decisions.actions) slack.action(actionId, decisions.press)
    for (const actionId of apart.actions) slack.action(actionId, apart.press)
    slack.action(actionIds.postHere, commands.place)
    slack.shortcut(shortcutIds.sendAsReply, sendAsReply)
  }
}

/** A message as its writer wrote it: in messages three characters come as entities, in a form's field as themselves. */
function writtenIn({ text, blocks }: { text: string; blocks?: unknown }): RichTextBlock | undefined {
  // Rich text knows a group by its id alone; what it is called stands in the text, if anywhere.
  const groups = new Map(
    [...text.matchAll(/<!subteam\^([A-Z0-9]+)\|@?([^<>]+)>/g)].map(([, id = '', name = '']) => [id, `@${name}`]),
  )
  const found = (Array.isArray(blocks) ? blocks : []).map((block) => readRichText(decoded(block, groups))).find(Boolean)
  return found ?? readRichText({ type: 'rich_text', elements: [section(decodeText(text, new Map()))] })
}

const section = (text: string) => ({ type: 'rich_text_section', elements: [{ type: 'text', text }] })

function decoded(node: unknown, groups: ReadonlyMap<unknown, string>): unknown {
  if (Array.isArray(node)) return node.map((one) => decoded(one, groups))
  if (typeof node !== 'object' || node === null) return node
  const group = 'usergroup_id' in node ? groups.get(node.usergroup_id) : undefined
  if (group !== undefined) return { type: 'text', text: group, ...('style' in node && { style: node.style }) }
  const entries = Object.entries(node).filter(([name]) => name !== 'block_id')
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      typeof value === 'string' && (name === 'text' || name === 'url') ? decodeEntities(value) : decoded(value, groups),
    ]),
  )
}
