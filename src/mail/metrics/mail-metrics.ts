import { explainError } from '../../clients/mailbox/explain-error.ts'
import { DAY_MS } from '../../core/clock.ts'
import { UpstreamError } from '../../core/errors.ts'
import { contextBlock, plainText, section } from '../../slack/blocks/block-builders.ts'
import { escapeMrkdwn } from '../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import type { Feature } from '../../slice.ts'
import type { MailServices } from '../services.ts'
import { describeError } from '../model/describe-problem.ts'
import { type MailText, mailTextIn } from '../text/mail-text.ts'
import { metricsTask } from './metrics-task.ts'

/** Answers `/mail metrics` with what the mailbox counted. */
export const mailMetricsFeature = (services: MailServices): Feature => ({
  tasks: [
    metricsTask.handler(async ({ at, days, eventId, team, user, channel, responseUrl }) => {
      const text = mailTextIn(await services.languages.ofPerson(team, user))
      const message = await buildMetricsAnswer(text, services, at, days)
      const opId = `mail.metrics:${eventId}`
      await services.outbox.postEphemeral({ team, user, channel, responseUrl, opId, message })
    }),
  ],
})

async function buildMetricsAnswer(
  text: MailText,
  { mailbox }: MailServices,
  at: number,
  days: number,
): Promise<Message> {
  try {
    return textMessage(text.metrics.counts(days, await mailbox.metrics({ startAt: at - days * DAY_MS, endAt: at })))
  } catch (error) {
    // The person can ask again; an answer hours later would help nobody.
    if (!(error instanceof UpstreamError) || error.details.service !== 'mailbox') throw error
    const explanation = explainError(error)
    const { fix } = explanation
    const sentence = describeError(text, explanation)
    return {
      text: escapeMrkdwn(sentence),
      blocks: [section(plainText(sentence)), ...contextBlock(fix && plainText(fix, 900))],
    }
  }
}
