import { findButton, readText } from '../../support/block-queries.ts'
import { type ActionAnswer, type Fields, type Harness, until, type View } from '../../support/harness.ts'

/** Waits for a view of this kind with this text. */
export const findView = (app: Harness, user: string, callbackId: string, fits: RegExp): Promise<View> =>
  until(async () =>
    (await app.slack.views(user)).findLast((view) => view['callback_id'] === callbackId && fits.test(readText(view))),
  )

/** Waits for the list of rules with this text. */
export const findList = (app: Harness, user: string, fits: RegExp): Promise<View> =>
  findView(app, user, 'mail.rules', fits)

/** Opens the list of rules. */
export async function openRules(app: Harness, user: string, channel: string, fits = /rules/): Promise<View> {
  await app.slack.command(user, channel, '/mail rules')
  return findList(app, user, fits)
}

/** Presses a button of a view by its label; `values` are the values typed by then. */
export async function pressIn(
  { slack }: Harness,
  user: string,
  view: View,
  label: RegExp,
  values?: Fields,
): Promise<void> {
  const button = findButton(view, label)
  if (!button) throw new Error(`no button ${String(label)} in ${readText(view)}`)
  await slack.clickInView(user, view.id, button.action_id, button['value'], values)
}

/** Opens an empty form from the list. */
export async function openRuleForm(app: Harness, user: string, list: View): Promise<View> {
  await pressIn(app, user, list, /^Add a rule$/)
  return findView(app, user, 'mail.rule', /Add a rule|several values in one field/)
}

/** Makes a rule in the form. */
export async function addRule(
  app: Harness,
  user: string,
  list: View,
  answers: [RegExp | string, unknown][],
): Promise<ActionAnswer> {
  return app.slack.fillForm(user, await openRuleForm(app, user, list), answers)
}
