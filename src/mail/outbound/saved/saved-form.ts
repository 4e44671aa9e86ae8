import { questionTimeMs } from '../../../core/question-time.ts'
import { toJson } from '../../../core/json.ts'
import { sanitizeLine } from '../../../core/sanitize-text.ts'
import { contextBlock, plainText } from '../../../slack/blocks/block-builders.ts'
import { inputBlock, modal, richTextInput, textInput } from '../../../slack/blocks/form-fields.ts'
import { channelMention } from '../../../slack/blocks/mrkdwn.ts'
import type { RichTextBlock, View } from '../../../slack/blocks/slack-message.ts'
import type { OpenView, Submission, SubmissionAnswer } from '../../../slack/inbound/listeners.ts'
import { refuseSave } from '../../notify/refuse-save.ts'
import { decodeEntities } from '../../../slack/blocks/decode-text.ts'
import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import { buildSavedAct } from '../../access/mail-acts.ts'
import { readRichText, slackToMail } from '../../../mail-content/writing/slack-to-mail.ts'
import { findMistypedPlaceholder, writtenPlaceholders } from './fill-placeholders.ts'
import { isChannelScope, type ListedSavedReply, SAVED_MAX, SAVED_NAME_CHARS, SAVED_TEXT_CHARS } from './saved-reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { isOwnScope, readSavedForm, savedCallbackIds, savedFields, type SavedFormMeta } from './saved-ids.ts'
import { sendSavedChange } from './saved-task.ts'

/** Builds the form for a new or edited saved reply. */
export function buildSavedForm(
  { saved: { form: words }, forms }: MailText,
  meta: SavedFormMeta,
  saved?: ListedSavedReply,
): View {
  const written = saved && readRichText(saved.written)
  const about = isChannelScope(meta.scope)
    ? words.aboutChannel({ channel: channelMention(meta.scope) })
    : plainText(words.about)
  return modal({
    callbackId: savedCallbackIds.form,
    title: saved ? words.titleEdit : words.titleNew,
    submit: words.save,
    close: forms.cancel,
    privateMetadata: JSON.stringify(meta),
    blocks: [
      ...contextBlock(about),
      inputBlock(
        { blockId: savedFields.name, label: words.name },
        textInput({ actionId: savedFields.name, maxLength: SAVED_NAME_CHARS, ...(saved && { initial: saved.name }) }),
      ),
      inputBlock(
        { blockId: savedFields.text, label: words.text, hint: words.hint(writtenPlaceholders) },
        richTextInput(savedFields.text, written ? { initial: written } : {}),
      ),
    ],
  })
}

const errorAt = (field: keyof typeof savedFields, sentence: string): SubmissionAnswer => ({
  errors: { [savedFields[field]]: sentence },
})

/** Checks the content, and saves it in a task. */
export async function submitSaved(scope: OutboundScope, submission: Submission): Promise<SubmissionAnswer> {
  const { team, user, eventId: form, view } = submission
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const meta = readSavedForm(view)
  if (!meta || !isOwnScope(meta.scope, user)) return errorAt('name', text.saved.gone)
  const { scope: keeper, list, seen } = meta
  const id = meta.id ?? scope.keyedHash('saved', keeper, form)
  const refusal = await findScopeRefusal(scope, { user, event: form }, keeper, id)
  if (refusal !== undefined) return errorAt('name', refusal)
  const { name, written } = readFields(view)
  const problem = await findProblem(scope, text, { meta, form, id, name, written })
  if (problem) return problem
  const at = scope.clock.now()
  const content = { name, written: toJson(written ?? null) }
  const event = await scope.records.formSubmissions.name(
    form,
    scope.keyedHash('saved_version', JSON.stringify(content)),
  )
  await sendSavedChange(scope.queue, {
    team,
    user,
    event,
    form,
    at,
    scope: keeper,
    id,
    do: 'save',
    ...(seen !== undefined && { seen }),
    ...content,
    ...(list && { list }),
  })
  return undefined
}

/** Explains why the person may not change a channel's replies; undefined if they may. */
export async function findScopeRefusal(
  scope: OutboundScope,
  { user, event }: { user: string; event: string },
  keeper: string,
  id: string,
): Promise<string | undefined> {
  if (!isChannelScope(keeper)) return undefined
  const actor = { team: scope.team, user, opId: `mail.saved:${event}`, channel: keeper }
  const act = await buildSavedAct(scope, actor, 'saved_save', { id, channel: keeper })
  const permission = await scope.authorizer.ask(act, { withinMs: questionTimeMs() })
  return permission.is === 'allowed' ? undefined : refuseSave(scope, actor, permission)
}

const readFields = ({ values }: OpenView): { name: string; written: RichTextBlock | undefined } => ({
  name: sanitizeLine(values[savedFields.name]?.[savedFields.name]?.value ?? '').slice(0, SAVED_NAME_CHARS),
  written: readRichText(values[savedFields.text]?.[savedFields.text]?.rich_text_value),
})

async function findProblem(
  scope: OutboundScope,
  text: MailText,
  {
    meta,
    form,
    id,
    name,
    written,
  }: { meta: SavedFormMeta; form: string; id: string; name: string; written: RichTextBlock | undefined },
): Promise<SubmissionAnswer> {
  const { form: words, gone } = text.saved
  const all = await scope.outbound.savedReplies.list(meta.scope)
  const now = all.find((one) => one.id === id)
  if (meta.id !== undefined && !now) return errorAt('name', gone)
  if (now && meta.seen !== undefined && now.revision !== meta.seen && now.form !== form)
    return errorAt(
      'text',
      words.changed({ by: decodeEntities(await readQuietName(text, scope.people, scope.team, now.by)) }),
    )
  if (!now && all.length >= SAVED_MAX) return errorAt('name', words.full({ most: SAVED_MAX }))
  const isTaken = all.some((one) => one.id !== id && one.name.toLowerCase() === name.toLowerCase())
  if (name === '' || isTaken) return errorAt('name', name === '' ? words.noName : words.taken)
  if (!written) return errorAt('text', words.noText)
  const mistyped = findMistypedPlaceholder(written)
  if (mistyped) return errorAt('text', words.mistyped(mistyped))
  const { length: characters } = slackToMail(written, new Map()).text
  return characters > SAVED_TEXT_CHARS
    ? errorAt('text', words.tooLong({ characters, most: SAVED_TEXT_CHARS }))
    : undefined
}
