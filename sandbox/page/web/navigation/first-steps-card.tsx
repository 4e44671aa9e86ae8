import type { JSX } from 'preact'
import { offerText } from '../composer/use-composer-text.ts'
import { dismissFirstSteps, FIRST_STEPS, isStepDone, showsFirstSteps, type FirstStep } from '../model/first-steps.ts'
import { navigateTo } from '../model/page-route.ts'
import { getChannelName, ownChannels } from '../model/workspace-state.ts'
import { Icon } from '../ui/line-icon.tsx'

const PROMPT = '/docs explain how webhooks are signed'

/** Opens a channel by its name, or the list of channels for a person who is not in it. */
function openChannel(name: string): string | undefined {
  const channel = ownChannels.value?.find(({ id }) => getChannelName(id) === name)?.id
  navigateTo(channel === undefined ? { view: 'start' } : { view: 'channel', channel })
  return channel
}

const STEPS: Record<FirstStep, [title: string, hint: string, open: () => void]> = {
  command: [
    'Type /docs …',
    'Ask for a page, in #docs',
    () => {
      const channel = openChannel('docs')
      if (channel !== undefined) offerText(channel, PROMPT)
    },
  ],
  mail: ['Write as a customer', 'Email the support inbox', () => navigateTo({ view: 'panel', panel: 'mail' })],
  reply: ['Press Reply', 'Answer it on its card in #support', () => void openChannel('support')],
  fault: ['Break something', 'Turn on a fault, then try again', () => navigateTo({ view: 'panel', panel: 'faults' })],
}

/** A card that explains what the page is, with four things to try. Gone when all are done, or dismissed. */
export function FirstStepsCard(): JSX.Element | null {
  if (!showsFirstSteps.value) return null
  return (
    <section class="first-steps" aria-label="First steps">
      <p>
        <strong>This is a simulator.</strong> Slack, the docs agent and the mailbox all run on this computer, so you can
        try anything.
      </p>
      <button type="button" class="quiet small" aria-label="Dismiss" title="Dismiss" onClick={dismissFirstSteps}>
        <Icon name="close" size={16} />
      </button>
      <ol>
        {FIRST_STEPS.map((step, index) => {
          const [title, hint, open] = STEPS[step]
          const done = isStepDone(step)
          return (
            <li key={step}>
              <button type="button" class={`first-step${done ? ' done' : ''}`} onClick={open}>
                <span class="first-step-mark" aria-hidden="true">
                  {done ? <Icon name="check" size={14} /> : index + 1}
                </span>
                <span>
                  {title}
                  {done && <span class="unseen"> (done)</span>}
                  <small>{hint}</small>
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
