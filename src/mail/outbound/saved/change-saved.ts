import { type Act, allowed } from '../../../access/authorize.ts'
import { isDeepStrictEqual } from 'node:util'
import { quoteBlock } from '../../../slack/blocks/block-builders.ts'
import { splitIntoChunks } from '../../../slack/blocks/form-fields.ts'
import { plainTextMessage } from '../../../slack/blocks/text-message.ts'
import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import { readRichText, slackToMail } from '../../../mail-content/writing/slack-to-mail.ts'
import { buildSavedAct } from '../../access/mail-acts.ts'
import { isChannelScope, SAVED_MAX } from './saved-reply.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { isOwnScope } from './saved-ids.ts'
import { renderSaved } from './saved-list.ts'
import type { SavedChange } from './saved-task.ts'

/** The length of each part of a text, which fits in a block. */
const PART_CHARS = 2500

/** Changes a saved reply, if the person still may, and shows the updated list. */
export async function changeSaved(scope: OutboundScope, change: SavedChange): Promise<void> {
  const { team, user, scope: keeper, list, event } = change
  if (!isOwnScope(keeper, user)) return
  const requester = { team, user, opId: `mail.saved:${event}` }
  if (change.do === 'use') return countUse(scope, change)
  const act = await findAct(scope, change)
  const permission = act ? await scope.authorizer.ask(act) : allowed
  if (permission.is !== 'allowed') return replyToRequester(scope, requester, permission.message)
  const outcome = await applyChange(scope, change)
  if (outcome !== 'done') return returnText(scope, change, outcome)
  if (act) await scope.authorizer.recordAct(act)
  const shown = list && (await renderSaved(scope, user, { channel: list.channel, page: list.page }))
  if (list && shown && (await scope.views.update(team, list.view, shown))) return
  const { saved } = mailTextIn(await scope.languages.ofPerson(team, user))
  await replyToRequester(
    scope,
    requester,
    change.do === 'delete' ? saved.deleted : saved.saved({ name: change.name ?? '' }),
  )
}

/** Returns undefined for a person's own saved replies, which need no permission and are not in the audit. */
async function findAct(scope: OutboundScope, change: SavedChange): Promise<Act | undefined> {
  const { team, user, scope: keeper, id, event } = change
  if (!isChannelScope(keeper)) return undefined
  const actor = { team, user, opId: `mail.saved:${event}`, channel: keeper }
  const known = await scope.outbound.savedReplies.find(keeper, id)
  const named = known || change.do === 'save' ? id : 'unknown'
  return buildSavedAct(scope, actor, `saved_${change.do}`, { id: named, channel: keeper })
}

/**
 * Applies the change. `overtaken` means that another person changed or deleted the reply since. `full` means that the limit was reached meanwhile.
 */
async function applyChange(
  { outbound: { savedReplies } }: OutboundScope,
  change: SavedChange,
): Promise<'done' | 'overtaken' | 'full'> {
  const { user, at, scope: keeper, id, name, written, seen, form } = change
  if (change.do === 'delete') {
    await savedReplies.remove(keeper, id)
    return 'done'
  }
  if (name === undefined || written === undefined) return 'done'
  const isNew = (await savedReplies.find(keeper, id)) === undefined
  if (isNew && (await savedReplies.list(keeper)).length >= SAVED_MAX) return 'full'
  let isDone = true
  await savedReplies.change(keeper, id, (now) => {
    // True after a crash.
    const isRepeated = now?.at === at && now.by === user && now.name === name && isDeepStrictEqual(now.written, written)
    const isSeen = seen === undefined ? form === undefined || now === undefined : now?.revision === seen
    isDone = isRepeated || isSeen || (form !== undefined && now?.form === form)
    if (isRepeated || !isDone) return undefined
    const { form: _, ...kept } = now ?? { revision: 0, uses: 0 }
    return { ...kept, name, written, by: user, at, revision: kept.revision + 1, ...(form !== undefined && { form }) }
  })
  return isDone ? 'done' : 'overtaken'
}

/** Explains why the reply was not saved, and returns the text. */
async function returnText(scope: OutboundScope, change: SavedChange, why: 'overtaken' | 'full'): Promise<void> {
  const { team, user, scope: keeper, id, event, written } = change
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const words = text.saved
  const now = why === 'overtaken' ? await scope.outbound.savedReplies.find(keeper, id) : undefined
  const by = now && (await readQuietName(text, scope.people, team, now.by))
  const sentence =
    why === 'full' ? words.noRoom({ most: SAVED_MAX }) : by === undefined ? words.gone : words.overtaken({ by })
  const { text: plain, blocks } = plainTextMessage(sentence)
  const rich = readRichText(written)
  const lost = rich ? splitIntoChunks(slackToMail(rich, new Map()).text, PART_CHARS).map(quoteBlock) : []
  await scope.outbox.postDirect({
    team,
    user,
    opId: `mail.saved:${event}`,
    message: { text: plain, blocks: [...blocks, ...lost] },
  })
}

async function countUse(
  { outbound: { savedReplies } }: OutboundScope,
  { scope: keeper, id }: SavedChange,
): Promise<void> {
  await savedReplies.change(keeper, id, (now) => now && { ...now, uses: now.uses + 1 })
}
