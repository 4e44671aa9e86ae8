import { answerSoon } from '../../../access/access-policy.ts'
import { actionsBlock, button, contextBlock, divider, section } from '../../../slack/blocks/block-builders.ts'
import { modal, staticSelect } from '../../../slack/blocks/form-fields.ts'
import type { Message, View } from '../../../slack/blocks/slack-message.ts'
import type { Action, Command } from '../../../slack/inbound/listeners.ts'
import type { Feature } from '../../../slice.ts'
import { mailActionIds, mailCallbackIds } from '../../action-ids.ts'
import type { DeskServices } from '../desk-services.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { formatTrail, type PageTrail, parseTrail, turnBack, turnOn } from '../../records/page-trail.ts'
import { type WorkView, workViews } from '../../records/mail/work-lists.ts'
import { readWorkPage } from './work-page.ts'
import { buildWorkRows } from './work-rows.ts'

/** What a list shows, of which channel, and which page. */
interface ListPage extends PageTrail {
  view: WorkView
  channel: string
}

/** A list that somebody has open. */
interface OpenList extends ListPage {
  team: string
  user: string
}

/** The list of mail that waits, which `/mail` and Home open. */
export const workListFeature = (services: DeskServices): Feature => ({
  listen(slack) {
    for (const actionId of [
      mailActionIds.listView,
      mailActionIds.listOlder,
      mailActionIds.listNewer,
      mailActionIds.listNewest,
    ])
      slack.action(actionId, (action) => turnPage(services, action))
    slack.action(mailActionIds.openList, async ({ team, user, ...click }) =>
      services.views.push({ team, ...click }, await buildWorkList(services, { team, user, ...startOf('mine', '') })),
    )
  },
})

/** Opens the list from `/mail`. */
export async function openWorkList(services: DeskServices, command: Command, view: WorkView): Promise<void> {
  const { team, user, channel, triggerId } = command
  await services.views.open(
    team,
    triggerId,
    await buildWorkList(services, {
      team,
      user,
      ...startOf(isChannel(channel) || view !== 'now' ? view : 'mine', channel),
    }),
  )
}

async function turnPage(services: DeskServices, action: Action): Promise<void> {
  const { team, user, value = '', view } = action
  const open = parseList(value)
  if (view && open)
    await services.views.update(team, view.id, await buildWorkList(services, { team, user, ...open }), view.hash)
}

const startOf = (view: WorkView, channel: string): ListPage => ({ view, channel, before: [] })

/** Frozen: values of buttons and the metadata of open lists. */
const formatList = ({ view, channel, ...trail }: ListPage): string => `${view}:${channel}:${formatTrail(trail)}`

function parseList(value: string): ListPage | undefined {
  const [name, channel = '', ...trail] = value.split(':')
  const view = workViews.find((one) => one === name)
  return view && { view, channel, ...parseTrail(trail.join(':')) }
}

const isChannel = (channel: string): boolean => /^[CG]/.test(channel)

async function buildWorkList(services: DeskServices, open: OpenList): Promise<View> {
  const { team, user, ...page } = open
  const { view, channel, after } = page
  const text = mailTextIn(await services.languages.ofPerson(team, user))
  const say = text.work.list
  // The channel comes back from the client with each page.
  const isReader = isChannel(channel) ? await answerSoon(services.access.mayRead(team, user, channel)) : undefined
  const scope = { team, user, channel: isReader ? channel : undefined }
  const { threads, next } = await readWorkPage(services, scope, { view, after })
  const choices = workViews.map((one) => ({ text: say.views[one], value: formatList(startOf(one, channel)) }))
  const empty = after === undefined ? say.empty[view] : say.end
  const newer = turnBack(page)
  const older = next === undefined ? undefined : turnOn(page, next)
  return modal({
    callbackId: mailCallbackIds.list,
    title: say.title,
    close: text.forms.close,
    privateMetadata: formatList(page),
    blocks: [
      ...actionsBlock(
        isChannel(channel) && staticSelect(mailActionIds.listView, choices, formatList(startOf(view, channel))),
      ),
      ...contextBlock(isChannel(channel) && !isReader && (isReader === undefined ? say.slow : say.notReader)),
      ...(await buildWorkRows(services, text, open, threads)),
      ...(threads.length === 0 ? [section(empty)] : []),
      ...actionsBlock(
        after !== undefined &&
          button({ actionId: mailActionIds.listNewest, text: say.newest, value: formatList(startOf(view, channel)) }),
        newer &&
          button({ actionId: mailActionIds.listNewer, text: say.newer, value: formatList({ ...page, ...newer }) }),
        older &&
          button({ actionId: mailActionIds.listOlder, text: say.older, value: formatList({ ...page, ...older }) }),
      ),
      ...contextBlock(say.help),
    ],
  })
}

/** Shows an open list anew after something was done from it, with the answer at its top. Undefined if it is no list, or closed. */
export async function refreshWorkList(
  services: DeskServices,
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
