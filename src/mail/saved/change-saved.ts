import { isDeepStrictEqual } from 'node:util'
import { buildSavedAct, findRefusal, type MailAct } from '../access/mail-acts.ts'
import { isChannelScope, SAVED_MAX } from '../model/saved-reply.ts'
import { replyToRequester } from '../notify/requester-reply.ts'
import type { MailServices } from '../services.ts'
import { mailTextIn } from '../text/mail-text.ts'
import { isOwnScope } from './saved-ids.ts'
import { renderSaved } from './saved-list.ts'
import type { SavedChange } from './saved-task.ts'

/** Changes a saved reply, if the person still may, and shows the list as it is then. */
export async function changeSaved(services: MailServices, change: SavedChange): Promise<void> {
  const { team, user, scope, list, event } = change
  if (!isOwnScope(scope, user)) return
  const requester = { team, user, opId: `mail.saved:${event}` }
  if (change.do === 'use') return countUse(services, change)
  const act = await findAct(services, change)
  const refusal = act && (await findRefusal(services, act))
  if (refusal) return replyToRequester(services, requester, refusal)
  await applyChange(services, change)
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

async function applyChange({ savedReplies }: MailServices, change: SavedChange): Promise<void> {
  const { team, user, at, scope, id, name, written } = change
  if (change.do === 'delete') return savedReplies.remove(team, scope, id)
  if (name === undefined || written === undefined) return undefined
  const isNew = (await savedReplies.find(team, scope, id)) === undefined
  if (isNew && (await savedReplies.list(team, scope)).length >= SAVED_MAX) return undefined
  await savedReplies.change(team, scope, id, (now) => {
    // Repeated after a crash.
    if (now && now.at === at && now.name === name && isDeepStrictEqual(now.written, written)) return undefined
    return { ...now, name, written, by: user, at, revision: (now?.revision ?? 0) + 1, uses: now?.uses ?? 0 }
  })
}

async function countUse({ savedReplies }: MailServices, { team, scope, id }: SavedChange): Promise<void> {
  await savedReplies.change(team, scope, id, (now) => now && { ...now, uses: now.uses + 1 })
}
