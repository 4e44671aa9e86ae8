import type { Clock } from '../../core/clock.ts'
import { actions, button, quote, section } from '../../slack/blocks/block-builders.ts'
import type { Listeners } from '../../slack/inbound/listeners.ts'
import { cut } from '../../slack/blocks/mrkdwn.ts'
import type { Draft, Drafts } from '../model/form-draft.ts'
import type { Asker, Gate } from '../gate.ts'
import { ids } from '../action-ids.ts'
import type { StartForm } from '../form/job-form.ts'
import type { StartRequest } from './start-job.ts'
import { words } from '../text/en.ts'

const SHOWN = 600

export interface Placing {
  /** Privately: nothing was started, the text is kept, and where it could go on. */
  ask: (asker: Asker, draft: Pick<Draft, 'text' | 'project'>) => Promise<void>
  listen: (slack: Listeners) => void
}

/** `/docs` in a conversation that the app is no part of: the person says where the job is to be shown. */
export function placing(deps: {
  clock: Clock
  gate: Gate
  draftsOf: (team: string) => Drafts
  self: (team: string) => Promise<{ userId: string }>
  startForm: Pick<StartForm, 'open'>
  start: (request: StartRequest) => Promise<void>
}): Placing {
  const { clock, gate, draftsOf, self, startForm, start } = deps

  return {
    async ask(asker, draft) {
      await draftsOf(asker.team).keep(asker.opId, { ...draft, door: 'form', quotes: [] })
      await gate.tell(asker, {
        text: words.foreign,
        blocks: [
          section(words.foreign),
          quote(cut(draft.text, SHOWN)),
          ...actions(
            button({
              actionId: ids.startDirect,
              text: words.buttons.startDirect,
              value: asker.opId,
              style: 'primary',
            }),
            button({ actionId: ids.startIn, text: words.buttons.startIn, value: asker.opId }),
          ),
        ],
      })
    },
    listen(slack) {
      slack.action(ids.startDirect, async ({ team, user, eventId, value = '', message, responseUrl }) => {
        const asker = { team, user, channel: message?.channel, responseUrl, opId: `jobs.direct:${eventId}` }
        const draft = await draftsOf(team).get(value)
        if (!draft) return gate.tell(asker, words.textGone)
        const { text, project } = draft
        await start({
          team,
          user,
          channel: user,
          // One job, however often it is pressed.
          eventId: `${value}:direct`,
          at: clock.now(),
          door: 'command',
          text,
          isRaw: false,
          ...(project && { project }),
          ...(responseUrl && { responseUrl }),
        })
        await gate.tell(asker, words.startedDirect((await self(team)).userId))
      })
      slack.action(ids.startIn, async (action) => {
        const { team, user, eventId, value = '', message, responseUrl } = action
        const draft = await draftsOf(team).get(value)
        if (draft) return startForm.open(action, draft)
        await gate.tell(
          { team, user, channel: message?.channel, responseUrl, opId: `jobs.in:${eventId}` },
          words.textGone,
        )
      })
    },
  }
}
