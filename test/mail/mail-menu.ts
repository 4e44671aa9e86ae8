import { findElements } from '../support/block-queries.ts'
import { type Harness, type Message, type MessageRef, until, type View } from '../support/harness.ts'

type Slack = Harness['slack']

/** Picks an entry of a mail's ⋯ menu, by its verb. */
export async function pickEntry(slack: Slack, user: string, on: Message & MessageRef, verb: string): Promise<void> {
  const menu = findElements(on).find(({ action_id: id }) => id === 'mail.more')
  const values = [...JSON.stringify(menu).matchAll(/"value":"([^"]+)"/g)].map(([, value = '']) => value)
  await slack.click(
    user,
    on,
    'mail.more',
    values.find((value) => value.startsWith(`${verb}:`)),
  )
}

/** Opens More… on a mail and presses a button by its action id. Returns the view of More…. */
export async function pressInMore(
  slack: Slack,
  user: string,
  on: Message & MessageRef,
  actionId: string,
): Promise<View> {
  await pickEntry(slack, user, on, 'more')
  const more = await until(async () =>
    (await slack.views(user)).findLast((view) => findElements(view).some(({ action_id: id }) => id === actionId)),
  )
  await slack.clickInView(user, more.id, actionId)
  return more
}
