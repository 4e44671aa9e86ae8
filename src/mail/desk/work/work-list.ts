import type { ScopedFeature } from '../../../scoped-feature.ts'
import { withinDeadline } from '../../../core/question-time.ts'
import { actionsBlock, button, contextBlock, section } from '../../../slack/blocks/block-builders.ts'
import { modal, staticSelect, withAnswerOnTop } from '../../../slack/blocks/form-fields.ts'
import type { Message, View } from '../../../slack/blocks/slack-message.ts'
import type { Action, Command } from '../../../slack/inbound/listeners.ts'
import { mailActionIds, mailCallbackIds } from '../../action-ids.ts'
import type { DeskScope } from '../desk-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { formatTrail, type PageTrail, parseTrail, previousPage, nextPage } from '../../records/page-trail.ts'
import { type WorkView, workViews } from '../../records/mail/work-lists.ts'
import { countThreadsListed, type ListOrder, readWorkPage, type WorkQuery } from './work-page.ts'
import { buildWorkRows } from './work-rows.ts'

/** The view, channel and page of a list. */
interface ListPage extends PageTrail {
  view: WorkView
  channel: string
  order: ListOrder
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
      mailActionIds.listOrder,
    ])
      slack.action(actionId, turnPage)
    slack.action(mailActionIds.openList, async (scope, action) => {
      const list = parseList(action.value ?? '') ?? startOf('mine', '')
      await scope.views.push(action, await buildWorkList(scope, { user: action.user, ...list }))
    })
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

const startOf = (view: WorkView, channel: string, order: ListOrder = 'newest'): ListPage => ({
  view,
  channel,
  order,
  before: [],
})

/** Follows the view of a list that begins with the oldest; frozen. */
const OLDEST = '-oldest'

/** Frozen: used in values of buttons and the metadata of open lists. */
export const formatList = ({ view, channel, order, ...trail }: ListPage): string =>
  `${view}${order === 'oldest' ? OLDEST : ''}:${channel}:${formatTrail(trail)}`

export function parseList(value: string): ListPage | undefined {
  const [name = '', channel = '', ...trail] = value.split(':')
  const order = name.endsWith(OLDEST) ? 'oldest' : 'newest'
  const view = workViews.find((one) => one === name.replace(OLDEST, ''))
  return view && { view, channel, order, ...parseTrail(trail.join(':')) }
}

/** The ids of the threads of a list from its page on, at most `limit`, that a person may read. */
export async function readListedIds(scope: DeskScope, user: string, list: ListPage, limit: number): Promise<string[]> {
  const { view, after, order } = list
  const { query } = await findQuery(scope, user, list.channel)
  const { threads } = await readWorkPage(scope, query, { view, after, order, limit })
  return threads.map(({ id }) => id)
}

/** Checked for each page, because the client returns the channel. Without an answer from Slack, `isReader` is undefined. */
async function findQuery(
  { team, access }: DeskScope,
  user: string,
  channel: string,
): Promise<{ query: WorkQuery; isReader: boolean | undefined }> {
  const isReader = isChannel(channel) ? await withinDeadline(access.mayRead(team, user, channel)) : undefined
  return { query: { user, channel: isReader ? channel : undefined }, isReader }
}

const isChannel = (channel: string): boolean => /^[CG]/.test(channel)

async function buildWorkList(scope: DeskScope, open: OpenList): Promise<View> {
  const { team } = scope
  const { user, ...page } = open
  const { view, channel, after, order } = page
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const words = text.work.list
  const { query, isReader } = await findQuery(scope, user, channel)
  const [{ threads, next }, counts] = await Promise.all([
    readWorkPage(scope, query, { view, after, order }),
    countThreadsListed(scope, query, view),
  ])
  const choices = workViews.map((one) => ({ text: words.views[one], value: formatList(startOf(one, channel, order)) }))
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
        isChannel(channel) && staticSelect(mailActionIds.listView, choices, formatList(startOf(view, channel, order))),
        threads.length > 1 &&
          button({ actionId: mailActionIds.bulk, text: text.work.bulk.open, value: formatList(page) }),
        view !== 'snoozed' && (threads.length > 1 || order === 'oldest') && buildOrderButton(text, page),
      ),
      ...contextBlock(isLate ? words.slow : isReader === false && words.notReader),
      ...(await buildWorkRows(scope, text, open.user, threads, counts)),
      // Without an answer from Slack, the channel's mail is unknown.
      ...(threads.length === 0 && !isLate ? [section(empty)] : []),
      ...actionsBlock(
        after !== undefined &&
          button({
            actionId: mailActionIds.listNewest,
            text: text.forms.newest,
            value: formatList(startOf(view, channel, order)),
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

/** Turns the order of a list, from its beginning. */
function buildOrderButton({ work: { list: words } }: MailText, { view, channel, order }: ListPage) {
  const other = order === 'newest' ? 'oldest' : 'newest'
  return button({
    actionId: mailActionIds.listOrder,
    text: words.order[other],
    value: formatList(startOf(view, channel, other)),
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
  return (await scope.views.update(scope.team, shown.id, withAnswerOnTop(view, answer))) !== undefined
}
