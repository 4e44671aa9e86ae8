import { findElements } from '../support/block-queries.ts'
import { type Harness, type Message, type MessageRef, until, type View } from '../support/harness.ts'

type Slack = Harness['slack']

const menuOf = (on: Message) => findElements(on).find(({ action_id: id }) => id === 'mail.more')

/** The verbs of a mail's ⋯ menu, in their order. */
export const listEntries = (on: Message): string[] =>
  [...JSON.stringify(menuOf(on) ?? '').matchAll(/"value":"([^":]+):/g)].map(([, verb = '']) => verb)

/** Picks an entry of a mail's ⋯ menu, by its verb. */
export async function pickEntry(slack: Slack, user: string, on: Message & MessageRef, verb: string): Promise<void> {
  const values = [...JSON.stringify(menuOf(on) ?? '').matchAll(/"value":"([^"]+)"/g)].map(([, value = '']) => value)
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
  return pressInView(slack, user, actionId)
}

/** Opens Details of a mail and presses a button by its action id. Returns the view of Details. */
export async function pressInDetails(
  slack: Slack,
  user: string,
  on: Message & MessageRef,
  actionId: string,
): Promise<View> {
  await pressInMore(slack, user, on, 'mail.details')
  return pressInView(slack, user, actionId)
}

async function pressInView(slack: Slack, user: string, actionId: string): Promise<View> {
  const shown = await until(async () =>
    (await slack.views(user)).findLast((view) => findElements(view).some(({ action_id: id }) => id === actionId)),
  )
  await slack.clickInView(user, shown.id, actionId)
  return shown
}

/** Opens the form that answers all people of a mail; its card may have room only for Reply. */
export async function openReplyToAll(slack: Slack, user: string, on: Message & MessageRef): Promise<View> {
  await slack.click(user, on, 'mail.reply')
  const form = await slack.findForm(user)
  await slack.clickInView(user, form.id, 'mail.switch_reply')
  return until(async () =>
    (await slack.views(user)).find((view) => (view.id === form.id && view.hash !== form.hash ? view : undefined)),
  )
}
