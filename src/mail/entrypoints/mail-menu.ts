import type { ScopedFeature } from '../../scoped-feature.ts'
import type { Action } from '../../slack/inbound/listeners.ts'
import { mailActionIds, parseMailTarget } from '../action-ids.ts'
import { forwardAction } from '../records/mail-actions.ts'
import { findThreadAction } from '../records/mail/thread-actions.ts'
import type { EntrypointScope } from './entrypoint-scope.ts'
import { openReplyForm } from '../outbound/compose/open-form.ts'
import { isViewerVerb, openFromMenu } from '../desk/viewer/mail-viewer.ts'
import { runThreadAction } from '../desk/work/thread-acts.ts'

/** The ⋯ menus of a mail and of a list entry: acts on the thread, and More…. */
export const mailMenuFeature: ScopedFeature<EntrypointScope> = {
  listen(slack) {
    slack.action(mailActionIds.mailMenu, runMenuEntry)
    slack.action(mailActionIds.listed, runMenuEntry)
  },
}

/** A menu entry's value is `<verb>:<target>`. */
async function runMenuEntry(scope: EntrypointScope, action: Action): Promise<void> {
  const [verb = '', value] = (action.value ?? '').split(':', 2)
  const entry = findThreadAction(verb)
  if (entry) return runThreadAction(scope, entry, action, value)
  const target = parseMailTarget(value)
  if (verb === 'reply' && target) return openReplyForm(scope, action, target)
  if (verb === forwardAction.verb && target) return openReplyForm(scope, action, target, { kind: 'forward' })
  if (isViewerVerb(verb)) return openFromMenu(scope, action, verb, value)
  return scope.log.warn({ action: action.actionId }, 'unknown menu entry')
}
