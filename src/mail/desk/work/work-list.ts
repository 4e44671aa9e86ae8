import type { ScopedFeature } from '../../../scoped-feature.ts'
import { withinDeadline } from '../../../core/question-time.ts'
import { actionsBlock, button, contextBlock, divider, section } from '../../../slack/blocks/block-builders.ts'
import { modal, staticSelect } from '../../../slack/blocks/form-fields.ts'
import type { Message, View } from '../../../slack/blocks/slack-message.ts'
import type { Action, Command } from '../../../slack/inbound/listeners.ts'
import { mailActionIds, mailCallbackIds } from '../../action-ids.ts'
import type { DeskScope } from '../desk-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { formatTrail, type PageTrail, parseTrail, previousPage, nextPage } from '../../records/page-trail.ts'
import { type WorkView, workViews } from '../../records/mail/work-lists.ts'
import { readWorkPage } from './work-page.ts'
import { buildWorkRows } from './work-rows.ts'

/** The view, channel and page of a list. */
interface ListPage extends PageTrail {
  view: WorkView
  channel: string
}

/** A list that a person has open. */
interface OpenList extends ListPage {
  user: string
}

/** The list of waiting mail, opened from `/mail` and Home. */
export const workListFeature: ScopedFeature<DeskScope> = {
  listen(slack) {
    for (const actionId of [
      mailActionIds.listView,
      mailActionIds.listOlder,
      mailActionIds.listNewer,
      mailActionIds.listNewest,
    ])
      slack.action(actionId, turnPage)
    slack.action(mailActionIds.openList, async (scope, action) =>
      scope.views.push(action, await buildWorkList(scope, { user: action.user, ...startOf('mine', '') })),
    )
  },
}

/** Opens the list from `/mail`. */
export async function openWorkList(scope: DeskScope, command: Command, view: WorkView): Promise<void> {
  const { team, user, channel, triggerId } = command
  await scope.views.open(
    team,
    triggerId,
    await buildWorkList(scope, {
      user,
      ...startOf(isChannel(channel) || view !== 'now' ? view : 'mine', channel),
    }),
  )
}

async function turnPage(scope: DeskScope, action: Action): Promise<void> {
  const { team, user, value = '', view } = action
  const open = parseList(value)
  if (view && open) await scope.views.update(team, view.id, await buildWorkList(scope, { user, ...open }), view.hash)
}

const startOf = (view: WorkView, channel: string): ListPage => ({ view, channel, before: [] })

/** Frozen: used in values of buttons and the metadata of open lists. */
const formatList = ({ view, channel, ...trail }: ListPage): string => `${view}:${channel}:${formatTrail(trail)}`

function parseList(value: string): ListPage | undefined {
  const [name, channel = '', ...trail] = value.split(':')
  const view = workViews.find((one) => one === name)
  return view && { view, channel, ...parseTrail(trail.join(':')) }
}

const isChannel = (channel: string): boolean => /^[CG]/.test(channel)

async function buildWorkList(scope: DeskScope, open: OpenList): Promise<View> {
  const { team } = scope
  const { user, ...page } = open
  const { view, channel, after } = page
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const words = text.work.list
  // Checked for each page, because the client returns the channel.
  const isReader = isChannel(channel) ? await withinDeadline(scope.access.mayRead(team, user, channel)) : undefined
  const query = { user, channel: isReader ? channel : undefined }
  const { threads, next } = await readWorkPage(scope, query, { view, after })
  const choices = workViews.map((one) => ({ text: words.views[one], value: formatList(startOf(one, channel)) }))
  const isLate = isChannel(channel) && isReader === undefined
  const empty = after === undefined ? words.empty[view] : words.end
  const newer = previousPage(page)
  const older = next === undefined ? undefined : nextPage(page, next)
  return modal({
    callbackId: mailCallbackIds.list,
    title: words.title,
    close: text.forms.close,
    privateMetadata: formatList(page),
    blocks: [
      ...actionsBlock(
        isChannel(channel) && staticSelect(mailActionIds.listView, choices, formatList(startOf(view, channel))),
      ),
      ...contextBlock(isLate ? words.slow : isReader === false && words.notReader),
      ...(await buildWorkRows(scope, text, open.user, threads)),
      // Without an answer from Slack, the channel's mail is unknown.
      ...(threads.length === 0 && !isLate ? [section(empty)] : []),
      ...actionsBlock(
        after !== undefined &&
          button({
            actionId: mailActionIds.listNewest,
            text: text.forms.newest,
            value: formatList(startOf(view, channel)),
          }),
        newer &&
          button({
            actionId: mailActionIds.listNewer,
            text: text.forms.newer,
            value: formatList({ ...page, ...newer }),
          }),
        older &&
          button({
            actionId: mailActionIds.listOlder,
            text: text.forms.older,
            value: formatList({ ...page, ...older }),
          }),
      ),
      ...contextBlock(words.help),
    ],
  })
}

/** Refreshes an open list after an act from it, with the answer on top. Returns false if the modal is not a list or is closed. */
export async function refreshWorkList(
  scope: DeskScope,
  user: string,
  shown: { id: string; metadata: string },
  answer?: Message,
): Promise<boolean> {
  const open = parseList(shown.metadata)
  if (!open) return false
  const view = await buildWorkList(scope, { user, ...open })
  const blocks = answer ? [...answer.blocks, divider(), ...view.blocks] : view.blocks
  return (await scope.views.update(scope.team, shown.id, { ...view, blocks })) !== undefined
}
