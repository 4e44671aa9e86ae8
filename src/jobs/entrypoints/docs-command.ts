import type { ScopedFeature } from '../../scoped-feature.ts'
import { withinDeadline } from '../../core/question-time.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import type { Command } from '../../slack/inbound/listeners.ts'
import { askToFillForm } from '../access/authorize-start.ts'
import { openJobForm } from '../form/job-form.ts'
import { openDocsList } from '../lists/docs-list.ts'
import { renderJobList } from '../lists/job-list.ts'
import { renderQuota } from '../quota/quota-message.ts'
import type { JobScope } from '../job-scope.ts'
import { sendStart } from '../start/start-task.ts'
import { type JobText, jobTextIn } from '../text/jobs-text.ts'
import { parseDocsCommand, type TextCommand } from './command-grammar.ts'
import { renderHelp, renderStatus } from './command-replies.ts'
import { renderStartQuestion } from './start-question.ts'

/** `/docs`: runs a subcommand if the whole text fits its grammar, otherwise starts a job from the text; opens the form if there is no text. */
export const docsCommandFeature: ScopedFeature<JobScope> = {
  listen(slack) {
    slack.command('/docs', runDocsCommand, ({ text }) => parseDocsCommand(text).kind === 'prompt')
  },
}

async function runDocsCommand(scope: JobScope, command: Command): Promise<Message | string | void> {
  const { team, user, channel, triggerId } = command
  const parsed = parseDocsCommand(command.text)
  if (parsed.kind === 'prompt') return startFromCommand(scope, command, parsed.text)
  const language = await scope.languages.ofPerson(team, user)
  const text = jobTextIn(language)
  switch (parsed.kind) {
    case 'help':
      return renderHelp(scope, text, command.user)
    case 'quota':
      return renderQuota(scope, text)
    case 'audit':
      return scope.slices.openAudit(command)
    case 'settings':
      return scope.slices.openSettings(command)
    case 'list':
      return openDocsList(scope, command)
    case 'jobs': {
      const list = await renderJobList(scope, { user, channel, filter: parsed.filter })
      await scope.views.open(team, triggerId, list)
      return
    }
    case 'status':
      return (
        (await renderStatus(scope, language, parsed.name, (job) =>
          withinDeadline(scope.jobAccess.mayReadJob(command, job)),
        )) ?? (await startOrAsk(scope, text, command, parsed.otherwise))
      )
    case 'empty':
      return openFormFromCommand(scope, command)
    case 'unclear':
      return startOrAsk(scope, text, command, parsed)
  }
}

/** Starts a job from a task; asks first if the text may not be one. */
async function startOrAsk(
  scope: JobScope,
  text: JobText,
  command: Command,
  parsed: TextCommand,
): Promise<Message | undefined> {
  if (parsed.kind === 'unclear')
    return renderStartQuestion(text, parsed.doubt, { text: parsed.text, ...readGroup(command) })
  await startFromCommand(scope, command, parsed.text)
  return undefined
}

const readGroup = ({ channelName }: Command): { isGroup?: true } =>
  channelName.startsWith('mpdm') ? { isGroup: true } : {}

async function startFromCommand({ queue, clock }: JobScope, command: Command, text: string): Promise<void> {
  const { team, user, eventId, channel, responseUrl } = command
  await sendStart(queue, {
    team,
    user,
    eventId,
    at: clock.now(),
    door: 'command',
    isRaw: true,
    channel,
    text,
    responseUrl,
    ...readGroup(command),
  })
}

async function openFormFromCommand(scope: JobScope, command: Command): Promise<Message | undefined> {
  const { channel } = command
  const permission = await askToFillForm(scope, command)
  if (permission.is === 'refused') return permission.message
  const shownIn = channel.startsWith('D') ? {} : { channel }
  await openJobForm(scope, command, { door: 'form', text: '', quotes: [], ...shownIn })
  return undefined
}
