import type { ScopedFeature } from '../../../../scoped-feature.ts'
import { isolateDirection } from '../../../../core/isolate-direction.ts'
import { actionsBlock, button, contextBlock, section } from '../../../../slack/blocks/block-builders.ts'
import { modal, withAnswerOnTop } from '../../../../slack/blocks/form-fields.ts'
import { escapeMrkdwn, formatMoment, keepLiteral, truncate } from '../../../../slack/blocks/mrkdwn.ts'
import type { Message, MessageBlock, View } from '../../../../slack/blocks/slack-message.ts'
import type { Command } from '../../../../slack/inbound/listeners.ts'
import { readRichText, slackToMail } from '../../../../mail-content/writing/slack-to-mail.ts'
import { createReaderCheck } from '../../../access/channel-readers.ts'
import { findThreadChannel } from '../../../access/mail-acts.ts'
import { mailActionIds, mailCallbackIds } from '../../../action-ids.ts'
import { type MailText, mailTextIn } from '../../../text/mail-text.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import { forwardedSubject } from '../fields/subject-field.ts'
import { hasWriting } from './form-drafts.ts'
import type { ReplyDraft } from './reply-drafts.ts'

const SHOWN_ON_HOME = 3
/** Slack takes a hundred blocks, and each draft has three. */
const SHOWN_IN_LIST = 30
const SUBJECT_CHARS = 150
const TO_CHARS = 100
const WORDS_CHARS = 80

interface ListedDraft {
  slot: string
  draft: ReplyDraft
}

/** Lists a person's drafts: `/mail drafts`, and a part of Home. */
export const draftsListFeature: ScopedFeature<OutboundScope> = {
  listen(slack) {
    slack.action(mailActionIds.openDrafts, async (scope, action) =>
      scope.views.push(action, await buildDraftsList(scope, action.user)),
    )
  },
  homeSections: [{ title: (language) => mailTextIn(language).compose.drafts.title, blocks: buildHomeDrafts }],
}

/** Opens the list from `/mail drafts`. */
export async function openDrafts(scope: OutboundScope, { team, user, triggerId }: Command): Promise<void> {
  await scope.views.open(team, triggerId, await buildDraftsList(scope, user))
}

/** Refreshes an open list after an act from it, with the answer on top. */
export async function refreshDrafts(
  scope: OutboundScope,
  user: string,
  viewId: string,
  answer: Message,
): Promise<void> {
  const view = await buildDraftsList(scope, user)
  await scope.views.update(scope.team, viewId, withAnswerOnTop(view, answer))
}

/** The drafts of a person that contain something, the newest first. */
async function listDrafts(scope: OutboundScope, text: MailText, user: string): Promise<ListedDraft[]> {
  const drafts = await scope.outbound.replyDrafts.list(user)
  const written = drafts.map(async ({ draft }) => hasWriting(draft, await findFirstSubject(scope, text, draft)))
  const isWritten = await Promise.all(written)
  return drafts.filter((_, at) => isWritten[at])
}

/** The subject that the form of a forward began with; undefined for others, which begin with none. */
async function findFirstSubject(
  { mailStore }: OutboundScope,
  text: MailText,
  { kind, mail: key }: ReplyDraft,
): Promise<string | undefined> {
  const mail = kind === 'forward' ? await mailStore.findMail(key) : undefined
  return mail && forwardedSubject(text, mail.subject)
}

async function buildDraftsList(scope: OutboundScope, user: string): Promise<View> {
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  const words = text.compose.drafts
  const drafts = await listDrafts(scope, text, user)
  return modal({
    callbackId: mailCallbackIds.drafts,
    title: words.title,
    close: text.forms.close,
    blocks: [
      ...(await buildRows(scope, text, user, drafts.slice(0, SHOWN_IN_LIST))),
      ...contextBlock(
        drafts.length > SHOWN_IN_LIST && text.schedule.list.tooMany({ count: drafts.length - SHOWN_IN_LIST }),
      ),
      ...(drafts.length === 0 ? [section(words.empty)] : contextBlock(words.kept)),
    ],
  })
}

async function buildHomeDrafts(scope: OutboundScope, user: string): Promise<MessageBlock[]> {
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  const drafts = await listDrafts(scope, text, user)
  const all = button({ actionId: mailActionIds.openDrafts, text: text.compose.drafts.all })
  return [
    ...(await buildRows(scope, text, user, drafts.slice(0, SHOWN_ON_HOME))),
    ...(drafts.length > SHOWN_ON_HOME ? actionsBlock(all) : []),
  ]
}

async function buildRows(
  scope: OutboundScope,
  text: MailText,
  user: string,
  drafts: ListedDraft[],
): Promise<MessageBlock[]> {
  const isReader = createReaderCheck(scope, user)
  const words = text.compose.drafts
  const rows = drafts.map(async ({ slot, draft }): Promise<MessageBlock[]> => {
    const { kind = 'reply', at, fields } = draft
    const subject = await nameSubject(scope, text, draft, isReader)
    const title =
      subject === undefined
        ? words.unreadable({ kind: kind === 'reply' ? kind : 'other' })
        : words.line({
            kind: kind === 'new' ? 'other' : kind,
            subject: keepLiteral(escapeMrkdwn(isolateDirection(truncate(subject, SUBJECT_CHARS)))),
          })
    const open = subject === undefined ? words.showText : text.compose.continueDraft
    const about = [fields['to'] && truncate(fields['to'], TO_CHARS), readWords(draft)].filter(Boolean).join(' · ')
    return [
      section([`*${title}*`, escapeMrkdwn(about)].filter(Boolean).join('\n')),
      ...contextBlock(formatMoment(at)),
      ...actionsBlock(
        button({ actionId: mailActionIds.continueDraft, text: open, value: slot }),
        button({ actionId: mailActionIds.dropDraft, text: text.compose.dropDraft, value: slot }),
      ),
    ]
  })
  return (await Promise.all(rows)).flat()
}

/** Names what a draft is about; undefined for a reply or a forward in a thread that the person can no longer read. */
async function nameSubject(
  scope: OutboundScope,
  text: MailText,
  { kind, thread, mail: key, fields }: ReplyDraft,
  isReader: (channel: string) => Promise<boolean>,
): Promise<string | undefined> {
  if (kind === 'new') return fields['subject'] || text.noSubject
  const channel = await findThreadChannel(scope, thread)
  if (channel === undefined || !(await isReader(channel))) return undefined
  const subject = kind === undefined ? (await scope.mailStore.findMail(key))?.subject : fields['subject']
  return subject || text.noSubject
}

/** The first words of a draft. */
function readWords({ written }: ReplyDraft): string {
  const text = readRichText(written)
  return text ? truncate(slackToMail(text, new Map()).text.replaceAll(/\s+/g, ' ').trim(), WORDS_CHARS) : ''
}
