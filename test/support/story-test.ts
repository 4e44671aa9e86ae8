import { test as base } from 'vitest'
import { openHarness, type Harness, type HarnessOptions } from './harness.ts'

const CHANNELS = ['docs', 'general', 'support', 'leads'] as const
const PEOPLE = ['maria', 'tom', 'aiko', 'li', 'gwen'] as const

/** The fixtures of a story test. The app is opened on first use; a channel or a person is given as its Slack id. */
export interface Story extends Record<(typeof CHANNELS)[number] | (typeof PEOPLE)[number], string> {
  options: HarnessOptions
  app: Harness
  slack: Harness['slack']
  agent: Harness['agent']
  mail: Harness['mail']
  /** The app's bot user. */
  bot: string
}

type Use = (id: string) => Promise<void>
interface NeedsApp {
  app: Harness
}

const channel =
  (name: string) =>
  async ({ app }: NeedsApp, use: Use) =>
    use(await app.slack.channel(name))
const person =
  (name: string) =>
  async ({ app }: NeedsApp, use: Use) =>
    use(await app.slack.user(name))

/** A test of the whole app with the simulators. */
export const test = base.extend<Story>({
  options: {},
  app: async ({ options, onTestFinished }, use) => use(await openHarness(options, { onTestFinished })),
  slack: async ({ app }, use) => use(app.slack),
  agent: async ({ app }, use) => use(app.agent),
  mail: async ({ app }, use) => use(app.mail),
  docs: channel('docs'),
  general: channel('general'),
  support: channel('support'),
  leads: channel('leads'),
  maria: person('maria'),
  tom: person('tom'),
  aiko: person('aiko'),
  li: person('li'),
  gwen: person('gwen'),
  bot: person('bellhop'),
})

/** A test with other settings of the sandbox or the app. */
export const testWith = (options: HarnessOptions) => test.extend({ options })
