import {
  actionsBlock,
  button,
  confirmDialog,
  contextBlock,
  quoteBlock,
  section,
} from '../../slack/blocks/block-builders.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { truncate, userMention } from '../../slack/blocks/mrkdwn.ts'
import { actionIds } from '../action-ids.ts'
import type { Job } from '../model/job.ts'
import type { FollowUp } from '../model/follow-up.ts'
import { HOURLY_LIMIT } from '../quota/agent-quota.ts'
import { jobText } from '../text/en.ts'

const SHOWN = 600

export interface FollowUpContext {
  code?: string
  reference?: string
  roomAt?: number
  isOneOfMany?: boolean
}

const reply = (text: string, ...blocks: Message['blocks']): Message => ({ text, blocks: [section(text), ...blocks] })

function lineOf(job: Job, followUp: FollowUp, { code = '', reference = '', roomAt }: FollowUpContext): string {
  switch (followUp.state) {
    case 'sent':
      if (followUp.asksToStop) return jobText.stopSent(followUp.users[0] ?? job.requester)
      return followUp.wasWorking ? jobText.sentWorking : jobText.sentIdle
    case 'unknown':
      return jobText.followUpUnknown
    case 'dropped':
      return jobText.followUpDropped
    case 'gathering':
    case 'waiting':
    case 'sending':
      if (code === 'not_started') return jobText.followUpNotStarted
      return roomAt === undefined ? jobText.followUpSilent : jobText.followUpWaits(HOURLY_LIMIT, roomAt)
    case 'refused':
      break
  }
  switch (code) {
    case 'archived':
      return jobText.followUpArchived
    case 'gone':
    case 'not_found':
      return jobText.followUpGone
    case 'never':
      return jobText.followUpNever
    case 'unauthorized':
    case 'forbidden':
      return jobText.followUpAccess(job.project, reference)
    case 'unreachable':
      return jobText.followUpUnreachable(reference)
    default:
      return jobText.followUpRefused(reference)
  }
}

/** What became of a follow-up, as a line in the thread; what was not sent stands in it, so that it is not lost. */
export function renderFollowUpReply(job: Job, followUp: FollowUp, around: FollowUpContext): Message {
  const line = lineOf(job, followUp, around)
  const value = `${job.id}:${followUp.n}`
  const { buttons, confirmSendAgain: sure } = jobText
  switch (followUp.state) {
    case 'unknown':
      return reply(
        line,
        quoteBlock(truncate(followUp.text, SHOWN)),
        ...actionsBlock(
          button({
            actionId: actionIds.sendAgain,
            text: buttons.sendAgain,
            value,
            confirm: confirmDialog(sure.title, sure.text, sure.yes, sure.no),
          }),
          button({ actionId: actionIds.dropFollowUp, text: buttons.drop, value }),
        ),
      )
    case 'refused': {
      const isOver = ['archived', 'gone', 'not_found', 'never'].includes(around.code ?? '')
      const more = isOver
        ? actionsBlock(
            button({ actionId: actionIds.continue, text: buttons.continue, value: job.id, style: 'primary' }),
          )
        : []
      const told = `${userMention(followUp.users[0] ?? job.requester)}, ${line}`
      return reply(told, quoteBlock(truncate(followUp.text, SHOWN)), ...more)
    }
    case 'gathering':
    case 'waiting':
    case 'sending':
    case 'sent':
    case 'dropped':
      // What was written in the thread stands there; what came by the form is shown to the others.
      if (followUp.isForm && !followUp.asksToStop && followUp.state !== 'dropped') {
        const by = jobText.followUpBy(followUp.users[0] ?? job.requester)
        return reply(by, quoteBlock(truncate(followUp.text, SHOWN)), ...contextBlock(line))
      }
      return reply(line, ...contextBlock(around.isOneOfMany && jobText.sentTo(truncate(job.title, 100))))
  }
}
