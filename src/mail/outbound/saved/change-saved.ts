import { isDeepStrictEqual } from 'node:util'
import { quoteBlock } from '../../../slack/blocks/block-builders.ts'
import { splitIntoChunks } from '../../../slack/blocks/form-fields.ts'
import { plainTextMessage } from '../../../slack/blocks/text-message.ts'
import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import { readRichText, slackToMail } from '../../../mail-content/writing/slack-to-mail.ts'
import { buildSavedAct, findRefusal, type MailAct } from '../../access/mail-acts.ts'
import { isChannelScope, SAVED_MAX } from './saved-reply.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import type { OutboundServices } from '../outbound-services.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { isOwnScope } from './saved-ids.ts'
import { renderSaved } from './saved-list.ts'
import type { SavedChange } from './saved-task.ts'

/** Of a text in parts, each fits a block. */
const PART_CHARS = 2500

/** Changes a saved reply, if the person still may, and shows the list as it is then. */
export async function changeSaved(services: OutboundServices, change: SavedChange): Promise<void> {
  const { team, user, scope, list, event } = change
  if (!isOwnScope(scope, user)) return
  const requester = { team, user, opId: `mail.saved:${event}` }
  if (change.do === 'use') return countUse(services, change)
  const act = await findAct(services, change)
  const refusal = act && (await findRefusal(services, act))
  if (refusal) return replyToRequester(services, requester, refusal)
  const outcome = await applyChange(services, change)
  if (outcome !== 'done') return returnText(services, change, outcome)
  if (act) await services.authorizer.recordAct(act)
  const shown = list && (await renderSaved(services, { team, user }, { channel: list.channel, page: list.page }))
  if (list && shown && (await services.views.update(team, list.view, shown))) return
  const { saved } = mailTextIn(await services.languages.ofPerson(team, user))
  await replyToRequester(services, requester, change.do === 'delete' ? saved.deleted : saved.saved(change.name ?? ''))
}

/** What a person keeps for themselves needs no permission, and is not in the audit. */
async function findAct(services: OutboundServices, change: SavedChange): Promise<MailAct | undefined> {
  const { team, user, scope, id, event } = change
  if (!isChannelScope(scope)) return undefined
  const actor = { team, user, opId: `mail.saved:${event}`, channel: scope }
  const known = await services.outbound.savedReplies.find(team, scope, id)
  const named = known || change.do === 'save' ? id : 'unknown'
  return buildSavedAct(services, actor, `saved_${change.do}`, { id: named, channel: scope })
}

/** `overtaken`: somebody else changed or deleted what this person edited. `full`: somebody else saved the last one that there was room for. */
async function applyChange(
  { outbound: { savedReplies } }: OutboundServices,
  change: SavedChange,
): Promise<'done' | 'overtaken' | 'full'> {
  const { team, user, at, scope, id, name, written, seen } = change
  if (change.do === 'delete') {
    await savedReplies.remove(team, scope, id)
    return 'done'
  }
  if (name === undefined || written === undefined) return 'done'
  const isNew = (await savedReplies.find(team, scope, id)) === undefined
  if (isNew && (await savedReplies.list(team, scope)).length >= SAVED_MAX) return 'full'
  let isDone = true
  await savedReplies.change(team, scope, id, (now) => {
    // Repeated after a crash.
    const isRepeated = now?.at === at && now.by === user && now.name === name && isDeepStrictEqual(now.written, written)
    isDone = isRepeated || seen === undefined || now?.revision === seen
    if (isRepeated || !isDone) return undefined
    return { ...now, name, written, by: user, at, revision: (now?.revision ?? 0) + 1, uses: now?.uses ?? 0 }
  })
  return isDone ? 'done' : 'overtaken'
}

/** Says why it was not saved, and gives the text back. */
async function returnText(services: OutboundServices, change: SavedChange, why: 'overtaken' | 'full'): Promise<void> {
  const { team, user, scope, id, event, written } = change
  const text = mailTextIn(await services.languages.ofPerson(team, user))
  const say = text.saved
  const now = why === 'overtaken' ? await services.outbound.savedReplies.find(team, scope, id) : undefined
  const by = now && (await readQuietName(text, services.people, team, now.by))
  const sentence = why === 'full' ? say.noRoom(SAVED_MAX) : by === undefined ? say.gone : say.overtaken(by)
  const { text: plain, blocks } = plainTextMessage(sentence)
  const rich = readRichText(written)
  const lost = rich ? splitIntoChunks(slackToMail(rich, new Map()).text, PART_CHARS).map(quoteBlock) : []
  await services.outbox.postDirect({
    team,
    user,
    opId: `mail.saved:${event}`,
    message: { text: plain, blocks: [...blocks, ...lost] },
  })
}

async function countUse(
  { outbound: { savedReplies } }: OutboundServices,
  { team, scope, id }: SavedChange,
): Promise<void> {
  await savedReplies.change(team, scope, id, (now) => now && { ...now, uses: now.uses + 1 })
}
