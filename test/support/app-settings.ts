import { type Harness, until } from './harness.ts'

/** Opens the settings until they show this value, since a submitted form is saved a moment later. */
export function waitForSetting({ slack }: Pick<Harness, 'slack'>, person: string, channel: string, value: string) {
  return until(async () => {
    await slack.command(person, channel, '/docs settings')
    const shown = await slack.findForm(person)
    await slack.closeView(person, shown.id)
    return JSON.stringify(shown.blocks).includes(`"initial_value":"${value}"`)
  })
}
