import type { Action } from '../../slack/inbound/listeners.ts'
import type { Feature } from '../../slice.ts'
import { mailActionIds } from '../action-ids.ts'
import { findThreadAction } from '../records/mail/thread-actions.ts'
import type { EntrypointServices } from './entrypoint-services.ts'
import { isViewerVerb, openFromMenu } from '../desk/viewer/mail-viewer.ts'
import { runThreadAction } from '../desk/work/thread-acts.ts'

/** The ⋯ menus of a mail and of an entry of a list: what people do with the thread, and More…. */
export const mailMenuFeature = (services: EntrypointServices): Feature => ({
  listen(slack) {
    slack.action(mailActionIds.mailMenu, (action) => runMenuEntry(services, action))
    slack.action(mailActionIds.listed, (action) => runMenuEntry(services, action))
  },
})

/** A menu entry's value is `<verb>:<target>`. */
async function runMenuEntry(services: EntrypointServices, action: Action): Promise<void> {
  const [verb = '', value] = (action.value ?? '').split(':', 2)
  const entry = findThreadAction(verb)
  if (entry) return runThreadAction(services, entry, action, value)
  if (isViewerVerb(verb)) return openFromMenu(services, action, verb, value)
  return services.log.warn({ action: action.actionId }, 'unknown menu entry')
}
