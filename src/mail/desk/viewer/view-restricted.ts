import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import type { Queue } from '../../../queue/queue.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import { askToOpenMail, buildMailAct } from '../../access/mail-acts.ts'
import { formatMailTarget } from '../../action-ids.ts'
import { buildActionButton } from '../../cards/action-buttons.ts'
import { findAction } from '../../records/action-row.ts'
import { isDeleted, isQuarantined, type Mail } from '../../records/mail/mail.ts'
import { mailActions } from '../../records/mail-actions.ts'
import { actionsBlock } from '../../../slack/blocks/block-builders.ts'
import type { DeskScope } from '../desk-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { buildPageModal } from './page-modal.ts'
import { buildAnswerModal } from '../../cards/answer-modal.ts'
import { buildTextModal } from './viewer-modals.ts'
import { pagedContents } from './paged-content.ts'

const viewSchema = z.object({
  team: z.string(),
  user: z.string(),
  mail: z.string(),
  view: z.string(),
  content: z.enum(pagedContents),
  page: z.number(),
  channel: z.string().exactOptional(),
  threadTs: z.string().exactOptional(),
})
type RestrictedView = z.infer<typeof viewSchema>

/** Fills restricted mail into an open modal. Frozen. */
const viewTask = taskKind('mail.view', viewSchema)

/** Requests one page of a restricted mail in a modal, once per click. */
export const sendRestrictedView = (queue: Queue, eventId: string, request: RestrictedView): Promise<void> =>
  queue.send(viewTask.of(request), {
    id: `mail.view:${request.team}:${eventId}`,
    lane: `mail.view:${request.team}:${request.view}`,
  })

/** Shows restricted mail to people who may read it, and records each view. */
export const restrictedViewFeature: ScopedFeature<DeskScope> = {
  tasks: [scopedHandler(viewTask, showRestricted)],
}

async function showRestricted(scope: DeskScope, request: RestrictedView): Promise<void> {
  const { team, user, mail: key, view, content, page, channel, threadTs } = request
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const mail = await scope.mailStore.findMail(key)
  if (!mail || isDeleted(mail)) {
    await scope.views.update(team, view, buildTextModal(text, text.forms.readTitle, [text.forms.gone]))
    return
  }
  const verb = content === 'headers' ? 'headers' : 'text'
  // All pages of a modal share one record.
  const actor = { team, user, opId: `mail.view:${key}:${user}:${view}:${verb}`, channel, threadTs }
  const act = await buildMailAct(scope, actor, { action: 'mail.read', verb }, { key, mail })
  const permission = await askToOpenMail(scope, act, mail)
  if (permission.is !== 'allowed') {
    await scope.views.update(team, view, buildAnswerModal(text, permission.message))
    return
  }
  const shown = buildPageModal(text, { key, mail }, content, page)
  const isOffered = isQuarantined(mail) && (await mayBlock(scope, user, { key, mail }))
  const block = isOffered && buildActionButton(text, blockAction, formatMailTarget({ thread: mail.thread, mail: key }))
  await scope.views.update(team, view, { ...shown, blocks: [...shown.blocks, ...actionsBlock(block)] })
}

const blockAction = findAction(mailActions, 'block')

/** Whether this person may block the sender of a quarantined mail, which they decide about without releasing it. */
async function mayBlock(scope: DeskScope, user: string, { key, mail }: { key: string; mail: Mail }): Promise<boolean> {
  if (!blockAction.isAllowed(mail)) return false
  const act = await buildMailAct(
    scope,
    { user, opId: '' },
    { action: 'mail.release' as const, verb: 'block' },
    { key, mail },
  )
  return (await scope.authorizer.ask(act, { isTried: false })).is === 'allowed'
}
