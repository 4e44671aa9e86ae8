import { answerSoon } from '../../access/access-policy.ts'
import { actionsBlock, button, contextBlock, divider, section } from '../../slack/blocks/block-builders.ts'
import { modal, staticSelect } from '../../slack/blocks/form-fields.ts'
import type { Message, View } from '../../slack/blocks/slack-message.ts'
import type { Action, Command } from '../../slack/inbound/listeners.ts'
import type { Feature } from '../../slice.ts'
import { actionIds, callbackIds } from '../action-ids.ts'
import type { MailServices } from '../services.ts'
import { mailTextIn } from '../text/mail-text.ts'
import { type WorkView, workViews } from '../model/work-lists.ts'
import { readWorkPage } from './work-page.ts'
import { buildWorkRows } from './work-rows.ts'

/** An open list: what it shows, of which channel, and where its page begins. */
interface OpenList {
  team: string
  user: string
  view: WorkView
  channel: string
  after?: string | undefined
}

/** The list of mail that waits, which `/mail` and Home open. */
export const workListFeature = (services: MailServices): Feature => ({
  listen(slack) {
    for (const actionId of [actionIds.listView, actionIds.listOlder, actionIds.listNewest])
      slack.action(actionId, (action) => turnPage(services, action))
    slack.action(actionIds.openList, async ({ team, user, ...click }) =>
      services.views.push({ team, ...click }, await buildWorkList(services, { team, user, view: 'mine', channel: '' })),
    )
  },
})

/** Opens the list from `/mail`. */
export async function openWorkList(services: MailServices, command: Command, view: WorkView): Promise<void> {
  const { team, user, channel, triggerId } = command
  await services.views.open(
    team,
    triggerId,
    await buildWorkList(services, { team, user, view: isChannel(channel) || view !== 'now' ? view : 'mine', channel }),
  )
}

async function turnPage(services: MailServices, action: Action): Promise<void> {
  const { team, user, value = '', view } = action
  const open = parseList(value)
  if (view && open)
    await services.views.update(team, view.id, await buildWorkList(services, { team, user, ...open }), view.hash)
}

/** Frozen: values of buttons and the metadata of open lists. */
const formatList = ({ view, channel, after = '' }: Pick<OpenList, 'view' | 'channel' | 'after'>): string =>
  `${view}:${channel}:${after}`

function parseList(value: string): Pick<OpenList, 'view' | 'channel' | 'after'> | undefined {
  const [name, channel = '', after = ''] = value.split(':')
  const view = workViews.find((one) => one === name)
  return view && { view, channel, ...(after !== '' && { after }) }
}

const isChannel = (channel: string): boolean => /^[CG]/.test(channel)

async function buildWorkList(services: MailServices, open: OpenList): Promise<View> {
  const { team, user, view, channel, after } = open
  const text = mailTextIn(await services.languages.ofPerson(team, user))
  const say = text.work.list
  // The channel comes back from the client with each page.
  const isReader = isChannel(channel) ? await answerSoon(services.access.mayRead(team, user, channel)) : undefined
  const scope = { team, user, channel: isReader ? channel : undefined }
  const { threads, next } = await readWorkPage(services, scope, { view, after })
  const choices = workViews.map((one) => ({ text: say.views[one], value: formatList({ view: one, channel }) }))
  const empty = after === undefined ? say.empty[view] : say.end
  return modal({
    callbackId: callbackIds.list,
    title: say.title,
    close: text.forms.close,
    privateMetadata: formatList(open),
    blocks: [
      ...actionsBlock(isChannel(channel) && staticSelect(actionIds.listView, choices, formatList({ view, channel }))),
      ...contextBlock(isChannel(channel) && !isReader && (isReader === undefined ? say.slow : say.notReader)),
      ...(await buildWorkRows(services, text, open, threads)),
      ...(threads.length === 0 ? [section(empty)] : []),
      ...actionsBlock(
        after !== undefined &&
          button({ actionId: actionIds.listNewest, text: say.newest, value: formatList({ view, channel }) }),
        next !== undefined &&
          button({ actionId: actionIds.listOlder, text: say.older, value: formatList({ view, channel, after: next }) }),
      ),
      ...contextBlock(say.help),
    ],
  })
}

/** Shows an open list anew after something was done from it, with the answer at its top. Undefined if it is no list, or closed. */
export async function refreshWorkList(
  services: MailServices,
  { team, user }: { team: string; user: string },
  shown: { id: string; metadata: string },
  answer?: Message,
): Promise<boolean> {
  const open = parseList(shown.metadata)
  if (!open) return false
  const view = await buildWorkList(services, { team, user, ...open })
  const blocks = answer ? [...answer.blocks, divider(), ...view.blocks] : view.blocks
  return (await services.views.update(team, shown.id, { ...view, blocks })) !== undefined
}
