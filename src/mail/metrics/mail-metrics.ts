import { type ScopedFeature, scopedHandler } from '../../scoped-feature.ts'
import { explainError } from '../../clients/mailbox/explain-error.ts'
import type { MailMetrics, MetricKind } from '../../clients/mailbox/mailbox-metrics.ts'
import { DAY_MS } from '../../core/clock.ts'
import { UpstreamError } from '../../core/errors.ts'
import { contextBlock, plainText, section } from '../../slack/blocks/block-builders.ts'
import { escapeMrkdwn, truncate } from '../../slack/blocks/mrkdwn.ts'
import type { Message, MessageBlock } from '../../slack/blocks/slack-message.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import type { DeskScope } from '../desk/desk-scope.ts'
import { describeError } from '../cards/describe-problem.ts'
import { type MailText, mailTextIn } from '../text/mail-text.ts'
import { metricsTask } from '../tasks/metrics-task.ts'

const MAX_INBOXES = 15
const INBOX_CHARS = 80
const SHOWN_KINDS: MetricKind[] = ['received', 'sent', 'delivered', 'delayed', 'bounced', 'complained', 'rejected']

/** Answers `/mail metrics` with the mailbox's counts and the answer times of people. */
export const mailMetricsFeature: ScopedFeature<DeskScope> = {
  tasks: [
    scopedHandler(metricsTask, async (scope, { at, days, eventId, team, user, channel, responseUrl }) => {
      const text = mailTextIn(await scope.languages.ofPerson(team, user))
      const [mailbox, answers] = await Promise.all([
        buildMetricsAnswer(text, scope, at, days),
        describeAnswerTimes(text, scope, at - days * DAY_MS),
      ])
      const message = { ...mailbox, blocks: [...mailbox.blocks, ...answers] }
      const opId = `mail.metrics:${eventId}`
      await scope.outbox.postEphemeral({ team, user, channel, responseUrl, opId, message })
    }),
  ],
}

async function describeAnswerTimes(
  { answerTimes: words, formats }: MailText,
  { desk: { answerTimes } }: DeskScope,
  since: number,
): Promise<MessageBlock[]> {
  const inboxes = (await answerTimes.measure(since)).toSorted((one, other) => other.answers - one.answers)
  if (inboxes.length === 0) return contextBlock(words.none)
  const lines = inboxes.slice(0, MAX_INBOXES).map(({ inboxId, answers, medianMs, p90Ms }) => {
    const inbox = escapeMrkdwn(truncate(inboxId, INBOX_CHARS))
    return words.inbox({ inbox, answers, median: formats.duration(medianMs), p90: formats.duration(p90Ms) })
  })
  const more = inboxes.length > MAX_INBOXES ? [words.more({ count: inboxes.length - MAX_INBOXES })] : []
  return [section([words.title, ...lines, ...more].join('\n')), ...contextBlock(words.about)]
}

async function buildMetricsAnswer(text: MailText, { mailbox }: DeskScope, at: number, days: number): Promise<Message> {
  try {
    return textMessage(listCounts(text, days, await mailbox.metrics({ startAt: at - days * DAY_MS, endAt: at })))
  } catch (error) {
    // The person can ask again; an answer hours later would be useless.
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

/** Lists the mailbox's counts, one line for each kind. */
function listCounts({ metrics: words }: MailText, days: number, metrics: MailMetrics): string {
  const lines = SHOWN_KINDS.map((kind) => {
    const count = metrics[kind].reduce((sum, one) => sum + one.count, 0)
    return words.counts[kind]({ count })
  })
  return [words.title({ days }), ...lines].join('\n')
}
