import type { ScopedFeature } from '../../../scoped-feature.ts'
import type { Action } from '../../../slack/inbound/listeners.ts'
import { mailActionIds, parseMailTarget } from '../../action-ids.ts'
import { openListed } from '../../placement/burst/open-listed.ts'
import { findChannel } from '../../records/mail/placement.ts'
import type { DeskScope } from '../desk-scope.ts'
import { openMailWindow } from './mail-viewer.ts'

/** The button of a line in a list of mail, and of a hidden card. */
export const openListedFeature: ScopedFeature<DeskScope> = {
  listen: (slack) => slack.action(mailActionIds.openListed, openFromList),
}

/** Opens a listed mail in a window. A hidden card shows where its mail is now, and quarantined mail gets its own card. */
async function openFromList(scope: DeskScope, action: Action): Promise<void> {
  const target = parseMailTarget(action.value)
  const thread = target?.mail === undefined ? await scope.mailStore.findThread(target?.thread ?? '') : undefined
  const isInItsChannel = thread !== undefined && findChannel(thread) === action.message?.channel
  return isInItsChannel ? openMailWindow(scope, action, action.value) : openListed(scope, action)
}
