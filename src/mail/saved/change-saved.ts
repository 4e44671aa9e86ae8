import { isDeepStrictEqual } from 'node:util'
import { quoteBlock } from '../../slack/blocks/block-builders.ts'
import { truncate } from '../../slack/blocks/mrkdwn.ts'
import { plainTextMessage } from '../../slack/blocks/text-message.ts'
import { readQuietName } from '../../slack/directory/quiet-name.ts'
import { readRichText, slackToMail } from '../content/slack-to-mail.ts'
import { buildSavedAct, findRefusal, type MailAct } from '../access/mail-acts.ts'
import { isChannelScope, SAVED_MAX } from '../model/saved-reply.ts'
import { replyToRequester } from '../notify/requester-reply.ts'
import type { MailServices } from '../services.ts'
import { mailTextIn } from '../text/mail-text.ts'
import { isOwnScope } from './saved-ids.ts'
import { renderSaved } from './saved-list.ts'
import type { SavedChange } from './saved-task.ts'

const LOST_CHARS = 2500

/** Changes a saved reply, if the person still may, and shows the list as it is then. */
export async function changeSaved(services: MailServices, change: SavedChange): Promise<void> {
  const { team, user, scope, list, event } = change
  if (!isOwnScope(scope, user)) return
  const requester = { team, user, opId: `mail.saved:${event}` }
  if (change.do === 'use') return countUse(services, change)
  const act = await findAct(services, change)
  const refusal = act && (await findRefusal(services, act))
  if (refusal) return replyToRequester(services, requester, refusal)
  if (!(await applyChange(services, change))) return explainOvertaken(services, change)
  if (act) await services.authorizer.recordAct(act)
  const shown = list && (await renderSaved(services, { team, user }, { channel: list.channel, page: list.page }))
  if (list && shown && (await services.views.update(team, list.view, shown))) return
  const { saved } = mailTextIn(await services.languages.ofPerson(team, user))
  await replyToRequester(services, requester, change.do === 'delete' ? saved.deleted : saved.saved(change.name ?? ''))
}

/** What a person keeps for themselves needs no permission, and is not in the audit. */
async function findAct(services: MailServices, change: SavedChange): Promise<MailAct | undefined> {
  const { team, user, scope, id, event } = change
  if (!isChannelScope(scope)) return undefined
  const actor = { team, user, opId: `mail.saved:${event}`, channel: scope }
  const known = await services.savedReplies.find(team, scope, id)
  const named = known || change.do === 'save' ? id : 'unknown'
  return buildSavedAct(services, actor, `saved_${change.do}`, { id: named, channel: scope })
}

/** False if somebody else changed or deleted what this person edited. */
async function applyChange({ savedReplies }: MailServices, change: SavedChange): Promise<boolean> {
  const { team, user, at, scope, id, name, written, seen } = change
  if (change.do === 'delete') {
    await savedReplies.remove(team, scope, id)
    return true
  }
  if (name === undefined || written === undefined) return true
  const isNew = (await savedReplies.find(team, scope, id)) === undefined
  if (isNew && (await savedReplies.list(team, scope)).length >= SAVED_MAX) return true
  let isDone = true
  await savedReplies.change(team, scope, id, (now) => {
    // Repeated after a crash.
    const isRepeated = now?.at === at && now.by === user && now.name === name && isDeepStrictEqual(now.written, written)
    isDone = isRepeated || seen === undefined || now?.revision === seen
    if (isRepeated || !isDone) return undefined
    return { ...now, name, written, by: user, at, revision: (now?.revision ?? 0) + 1, uses: now?.uses ?? 0 }
  })
  return isDone
}

/** Says who was faster, with the text that was not saved. */
async function explainOvertaken(services: MailServices, change: SavedChange): Promise<void> {
  const { team, user, scope, id, event, written } = change
  const text = mailTextIn(await services.languages.ofPerson(team, user))
  const now = await services.savedReplies.find(team, scope, id)
  const by = now && (await readQuietName(text, services.people, team, now.by))
  const { text: plain, blocks } = plainTextMessage(by === undefined ? text.saved.gone : text.saved.overtaken(by))
  const rich = readRichText(written)
  const lost = rich ? [quoteBlock(truncate(slackToMail(rich, new Map()).text, LOST_CHARS))] : []
  await services.outbox.postDirect({
    team,
    user,
    opId: `mail.saved:${event}`,
    message: { text: plain, blocks: [...blocks, ...lost] },
  })
}

async function countUse({ savedReplies }: MailServices, { team, scope, id }: SavedChange): Promise<void> {
  await savedReplies.change(team, scope, id, (now) => now && { ...now, uses: now.uses + 1 })
}
