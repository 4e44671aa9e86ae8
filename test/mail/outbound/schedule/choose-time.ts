import { readText } from '../../../support/block-queries.ts'
import { type Harness, until, type View } from '../../../support/harness.ts'

/** Chooses when the mail of an open form is sent. Returns the form as it is then. */
export async function chooseTime(
  { slack }: Harness,
  user: string,
  form: View,
  choice: string,
  shown = /Scheduled for/,
): Promise<View> {
  const values = [...readText(form).matchAll(/"value":"((?:now|own|theirs|pick)[^"]*)"/g)].map(([, one = '']) => one)
  const value = values.find((one) => one.startsWith(choice))
  await slack.clickInView(user, form.id, 'mail.send_when', value ?? choice)
  return until(async () => (await slack.views(user)).find((view) => view.id === form.id && shown.test(readText(view))))
}
