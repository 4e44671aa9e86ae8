import { withinDeadline } from '../../../core/question-time.ts'
import { actionsBlock, button, confirmDialog, contextBlock, section } from '../../../slack/blocks/block-builders.ts'
import { modal } from '../../../slack/blocks/form-fields.ts'
import { channelMention, escapeMrkdwn, keepLiteral, truncate, userMention } from '../../../slack/blocks/mrkdwn.ts'
import type { MessageBlock, View } from '../../../slack/blocks/slack-message.ts'
import { slackToMail } from '../../../mail-content/writing/slack-to-mail.ts'
import { writtenPlaceholders } from './fill-placeholders.ts'
import { isChannelScope, type ListedSavedReply } from './saved-reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { formatSaved, savedActionIds, savedCallbackIds, type SavedListMeta } from './saved-ids.ts'

/** Entries per page: each takes three blocks, and a view has room for a hundred. */
const PAGE = 20
const EXCERPT_CHARS = 140

/** Reads the saved replies of a person and of a channel that they can read. `isReader` is undefined without a channel, or if Slack is slow. */
export async function readSaved(
  { team, access, outbound: { savedReplies } }: OutboundScope,
  user: string,
  channel: string | undefined,
): Promise<{ mine: ListedSavedReply[]; here: ListedSavedReply[]; isReader: boolean | undefined }> {
  const isChannel = channel !== undefined && isChannelScope(channel)
  const [mine, isReader] = await Promise.all([
    savedReplies.list(user),
    isChannel ? withinDeadline(access.mayRead(team, user, channel)) : undefined,
  ])
  const here = isChannel && isReader ? await savedReplies.list(channel) : []
  return { mine, here, isReader: isChannel ? (isReader ?? false) : undefined }
}

/** Renders the list of `/mail saved`. */
export async function renderSaved(scope: OutboundScope, user: string, { channel, page }: SavedListMeta): Promise<View> {
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  const words = text.saved
  const { mine, here, isReader } = await readSaved(scope, user, channel)
  const name = channelMention(channel)
  const all = [...mine, ...here]
  const start = Math.min(page, Math.max(0, Math.ceil(all.length / PAGE) - 1)) * PAGE
  const isShown = (one: ListedSavedReply): boolean => {
    const index = all.indexOf(one)
    return index >= start && index < start + PAGE
  }
  const rows = (list: ListedSavedReply[], empty: string): MessageBlock[] =>
    list.length === 0 ? contextBlock(empty) : list.filter(isShown).flatMap((one) => buildRow(text, one))
  return modal({
    callbackId: savedCallbackIds.list,
    title: words.title,
    close: text.forms.close,
    privateMetadata: JSON.stringify({ channel, page: start / PAGE }),
    blocks: [
      ...contextBlock(words.intro(writtenPlaceholders)),
      section(`*${words.mine}*`),
      ...rows(mine, words.mineEmpty),
      ...(isReader === undefined ? [] : [section(`*${words.here({ channel: name })}*`)]),
      ...(isReader === true ? rows(here, words.hereEmpty) : []),
      ...(isReader === false ? contextBlock(words.notReader) : []),
      ...actionsBlock(
        button({ actionId: savedActionIds.add, text: words.add, style: 'primary' }),
        isReader === true && button({ actionId: savedActionIds.addHere, text: words.addHere, value: channel }),
      ),
      ...actionsBlock(
        start > 0 && turnTo(start / PAGE - 1, 'back', text.forms.previousPage),
        start + PAGE < all.length && turnTo(start / PAGE + 1, 'on', text.forms.nextPage),
      ),
    ],
  })
}

const turnTo = (page: number, which: string, text: string) =>
  button({ actionId: `${savedActionIds.page}:${which}`, text, value: String(page) })

function buildRow(text: MailText, saved: ListedSavedReply): MessageBlock[] {
  const words = text.saved
  const value = formatSaved(saved)
  const excerpt = slackToMail(saved.written, new Map()).text.replace(/\s+/g, ' ')
  return [
    section(`*${keepLiteral(escapeMrkdwn(saved.name))}*\n${escapeMrkdwn(truncate(excerpt, EXCERPT_CHARS))}`),
    ...(isChannelScope(saved.scope)
      ? contextBlock(words.used({ uses: saved.uses, by: userMention(saved.by).trim() }))
      : []),
    ...actionsBlock(
      button({ actionId: savedActionIds.edit, text: words.edit, value }),
      button({ actionId: savedActionIds.use, text: words.use, value }),
      button({
        actionId: savedActionIds.delete,
        text: words.delete,
        style: 'danger',
        value,
        confirm: confirmDialog(words.deleteAsk, words.deleteText({ name: saved.name }), words.delete, words.keep),
      }),
    ),
  ]
}
