import { toJson } from '../../../core/json.ts'
import { sanitizeLine } from '../../../core/sanitize-text.ts'
import { contextBlock, plainText } from '../../../slack/blocks/block-builders.ts'
import { inputBlock, modal, richTextInput, textInput } from '../../../slack/blocks/form-fields.ts'
import { channelMention } from '../../../slack/blocks/mrkdwn.ts'
import type { RichTextBlock, View } from '../../../slack/blocks/slack-message.ts'
import type { OpenView, Submission, SubmissionAnswer } from '../../../slack/inbound/listeners.ts'
import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import { buildSavedAct, findRefusalSoon } from '../../access/mail-acts.ts'
import { readRichText, slackToMail } from '../../../mail-content/writing/slack-to-mail.ts'
import { isChannelScope, type ListedSavedReply, SAVED_MAX, SAVED_NAME_CHARS, SAVED_TEXT_CHARS } from './saved-reply.ts'
import type { OutboundServices } from '../outbound-services.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { isOwnScope, readSavedForm, savedCallbackIds, savedFields, type SavedFormMeta } from './saved-ids.ts'
import { sendSavedChange } from './saved-task.ts'

/** The form of a new reply, or of one that is edited. */
export function buildSavedForm(
  { saved: { form: say }, forms }: MailText,
  meta: SavedFormMeta,
  saved?: ListedSavedReply,
): View {
  const written = saved && readRichText(saved.written)
  const about = isChannelScope(meta.scope) ? say.aboutChannel(channelMention(meta.scope)) : plainText(say.about)
  return modal({
    callbackId: savedCallbackIds.form,
    title: saved ? say.titleEdit : say.titleNew,
    submit: say.save,
    close: forms.cancel,
    privateMetadata: JSON.stringify(meta),
    blocks: [
      ...contextBlock(about),
      inputBlock(
        { blockId: savedFields.name, label: say.name },
        textInput({ actionId: savedFields.name, maxLength: SAVED_NAME_CHARS, ...(saved && { initial: saved.name }) }),
      ),
      inputBlock(
        { blockId: savedFields.text, label: say.text, hint: say.hint },
        richTextInput(savedFields.text, written ? { initial: written } : {}),
      ),
    ],
  })
}

const errorAt = (field: keyof typeof savedFields, sentence: string): SubmissionAnswer => ({
  errors: { [savedFields[field]]: sentence },
})

/** Checks what was entered, and saves it in a task. */
export async function submitSaved(services: OutboundServices, submission: Submission): Promise<SubmissionAnswer> {
  const { team, user, eventId: event, view } = submission
  const text = mailTextIn(await services.languages.ofPerson(team, user))
  const meta = readSavedForm(view)
  if (!meta || !isOwnScope(meta.scope, user)) return errorAt('name', text.saved.gone)
  const { scope, list, seen } = meta
  const id = meta.id ?? services.keyedHash('saved', scope, event)
  const refusal = await findScopeRefusal(services, { team, user, event }, scope, id)
  if (refusal !== undefined) return errorAt('name', refusal)
  const { name, written } = readFields(view)
  const problem = await findProblem(services, text, { team, meta, id, name, written })
  if (problem) return problem
  const at = services.clock.now()
  const content = { name, written: toJson(written ?? null) }
  await sendSavedChange(services.queue, {
    team,
    user,
    event,
    at,
    scope,
    id,
    do: 'save',
    ...(seen !== undefined && { seen }),
    ...content,
    ...(list && { list }),
  })
  return undefined
}

/** Why the person may not change the replies of a channel. */
export async function findScopeRefusal(
  services: OutboundServices,
  { team, user, event }: { team: string; user: string; event: string },
  scope: string,
  id: string,
): Promise<string | undefined> {
  if (!isChannelScope(scope)) return undefined
  const actor = { team, user, opId: `mail.saved:${event}`, channel: scope }
  const act = await buildSavedAct(services, actor, 'saved_save', { id, channel: scope })
  return (await findRefusalSoon(services, act))?.message.text
}

const readFields = ({ values }: OpenView): { name: string; written: RichTextBlock | undefined } => ({
  name: sanitizeLine(values[savedFields.name]?.[savedFields.name]?.value ?? '').slice(0, SAVED_NAME_CHARS),
  written: readRichText(values[savedFields.text]?.[savedFields.text]?.rich_text_value),
})

async function findProblem(
  services: OutboundServices,
  text: MailText,
  {
    team,
    meta,
    id,
    name,
    written,
  }: {
    team: string
    meta: SavedFormMeta
    id: string
    name: string
    written: RichTextBlock | undefined
  },
): Promise<SubmissionAnswer> {
  const { form: say, gone } = text.saved
  const all = await services.outbound.savedReplies.list(team, meta.scope)
  const now = all.find((one) => one.id === id)
  if (meta.id !== undefined && !now) return errorAt('name', gone)
  if (now && meta.seen !== undefined && now.revision !== meta.seen)
    return errorAt('text', say.changed(await readQuietName(text, services.people, team, now.by)))
  if (!now && all.length >= SAVED_MAX) return errorAt('name', say.full(SAVED_MAX))
  const isTaken = all.some((one) => one.id !== id && one.name.toLowerCase() === name.toLowerCase())
  if (name === '' || isTaken) return errorAt('name', name === '' ? say.noName : say.taken)
  if (!written) return errorAt('text', say.noText)
  const { length } = slackToMail(written, new Map()).text
  return length > SAVED_TEXT_CHARS ? errorAt('text', say.tooLong(length, SAVED_TEXT_CHARS)) : undefined
}
