import type { Clock } from '../../core/clock.ts'
import { actionsBlock, button, quoteBlock, section } from '../../slack/blocks/block-builders.ts'
import type { Listeners } from '../../slack/inbound/listeners.ts'
import { truncate } from '../../slack/blocks/mrkdwn.ts'
import type { FormDraft, DraftStore } from '../model/form-draft.ts'
import type { Asker, Gate } from '../gate.ts'
import { actionIds } from '../action-ids.ts'
import type { JobForm } from '../form/job-form.ts'
import type { StartRequest } from './start-job.ts'
import { jobText } from '../text/en.ts'

const SHOWN = 600

export interface ChannelChoice {
  /** Privately: nothing was started, the text is kept, and where it could go on. */
  ask: (asker: Asker, draft: Pick<FormDraft, 'text' | 'project'>) => Promise<void>
  listen: (slack: Listeners) => void
}

/** `/docs` in a conversation that the app is no part of: the person says where the job is to be shown. */
export function createChannelChoice(deps: {
  clock: Clock
  gate: Gate
  draftsOf: (team: string) => DraftStore
  self: (team: string) => Promise<{ userId: string }>
  startForm: Pick<JobForm, 'open'>
  start: (request: StartRequest) => Promise<void>
}): ChannelChoice {
  const { clock, gate, draftsOf, self, startForm, start } = deps

  return {
    async ask(asker, draft) {
      await draftsOf(asker.team).save(asker.opId, { ...draft, door: 'form', quotes: [] })
      await gate.tell(asker, {
        text: jobText.foreign,
        blocks: [
          section(jobText.foreign),
          quoteBlock(truncate(draft.text, SHOWN)),
          ...actionsBlock(
            button({
              actionId: actionIds.startDirect,
              text: jobText.buttons.startDirect,
              value: asker.opId,
              style: 'primary',
            }),
            button({ actionId: actionIds.startIn, text: jobText.buttons.startIn, value: asker.opId }),
          ),
        ],
      })
    },
    listen(slack) {
      slack.action(actionIds.startDirect, async ({ team, user, eventId, value = '', message, responseUrl }) => {
        const asker = { team, user, channel: message?.channel, responseUrl, opId: `jobs.direct:${eventId}` }
        const draft = await draftsOf(team).get(value)
        if (!draft) return gate.tell(asker, jobText.textGone)
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
        await gate.tell(asker, jobText.startedDirect((await self(team)).userId))
      })
      slack.action(actionIds.startIn, async (action) => {
        const { team, user, eventId, value = '', message, responseUrl } = action
        const draft = await draftsOf(team).get(value)
        if (draft) return startForm.open(action, draft)
        await gate.tell(
          { team, user, channel: message?.channel, responseUrl, opId: `jobs.in:${eventId}` },
          jobText.textGone,
        )
      })
    },
  }
}
