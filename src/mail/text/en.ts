import { englishAlerts, englishCommand, englishImports, englishMetrics, englishWebhooks } from './en-admin.ts'
import { englishAnswerTimes } from './en-answer-times.ts'
import { englishApproval } from './outbound/en-approval.ts'
import { englishCards } from './en-cards.ts'
import { englishCompose } from './outbound/en-compose.ts'
import { englishFacts } from './en-facts.ts'
import { englishFileCard } from './en-files.ts'
import { englishJobs } from './en-jobs.ts'
import { englishFind, englishForms } from './outbound/en-forms.ts'
import { englishChannelProblems, englishSettings } from './en-settings.ts'
import { englishProblems } from './en-problems.ts'
import { englishSaved } from './outbound/en-saved.ts'
import { englishSuppression } from './outbound/en-suppression.ts'
import { englishOutgoing } from './outbound/en-outgoing.ts'
import { englishPreview } from './outbound/en-preview.ts'
import { englishQuoting } from './outbound/en-quoting.ts'
import { englishSchedule } from './outbound/en-schedule.ts'
import { englishWork } from './en-work.ts'
import { englishRules } from './en-rules.ts'

/** The English catalogue. */
export const englishMailText = {
  ...englishCards,
  notConnected: {
    title: 'Mail',
    sentence: 'No mailbox is connected to this workspace, so there is no mail here. Ask an admin of Bellhop.',
  },
  approval: englishApproval,
  outgoing: englishOutgoing,
  preview: englishPreview,
  quoting: englishQuoting,
  schedule: englishSchedule,
  facts: englishFacts,
  fileCard: englishFileCard,
  forms: englishForms,
  compose: englishCompose,
  jobs: englishJobs,
  suppression: englishSuppression,
  saved: englishSaved,
  find: englishFind,
  work: englishWork,
  alerts: englishAlerts,
  command: englishCommand,
  metrics: englishMetrics,
  answerTimes: englishAnswerTimes,
  imports: englishImports,
  webhooks: englishWebhooks,
  problems: englishProblems,
  rules: englishRules,
  unnamed: 'a colleague',
  settings: englishSettings,
  channelProblems: englishChannelProblems,
}
