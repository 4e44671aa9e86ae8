import { answerSoon } from '../../access/access-policy.ts'
import type { Feature } from '../../slice.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import type { Action, Command, RequestOrigin } from '../../slack/inbound/listeners.ts'
import { actionIds } from '../action-ids.ts'
import { openJobForm } from '../form/job-form.ts'
import { openDocsList } from '../lists/docs-list.ts'
import { renderJobList } from '../lists/job-list.ts'
import { renderQuota } from '../quota/quota-message.ts'
import type { JobServices } from '../services.ts'
import { sendStart } from '../start/start-task.ts'
import { parseCommand } from './command-grammar.ts'
import { renderHelp, renderStatus, renderWordQuestion } from './command-replies.ts'

/** `/docs`: a subcommand if the whole text fits its grammar, a prompt otherwise, the form if there is no text. */
export function docsCommandFeature(services: JobServices): Feature {
  return {
    listen(slack) {
      slack.command(
        '/docs',
        (command) => runDocsCommand(services, command),
        ({ text }) => parseCommand(text).kind === 'prompt',
      )
      slack.action(
        actionIds.word,
        (action) => startFromWord(services, action),
        () => true,
      )
    },
  }
}

async function runDocsCommand(services: JobServices, command: Command): Promise<Message | string | void> {
  const { team, user, channel, triggerId } = command
  const parsed = parseCommand(command.text)
  switch (parsed.kind) {
    case 'help':
      return renderHelp()
    case 'quota':
      return renderQuota(services)
    case 'settings':
      return services.openSettings(command)
    case 'list':
      return openDocsList(services, command)
    case 'jobs': {
      const list = await renderJobList(services, { team, user, channel, filter: parsed.filter })
      await services.views.open(team, triggerId, list)
      return
    }
    case 'status':
      return (
        (await renderStatus(services, { team, name: parsed.name }, (job) =>
          answerSoon(services.jobAccess.mayReadJob(command, job)),
        )) ?? (await startFromCommand(services, command, parsed.text))
      )
    case 'empty':
      return openFormFromCommand(services, command)
    case 'word':
      return renderWordQuestion(parsed.text)
    case 'prompt':
      return startFromCommand(services, command, parsed.text)
  }
}

async function startFromCommand(services: JobServices, command: Command, text: string): Promise<void> {
  const { channel, channelName, responseUrl } = command
  const isGroup = channelName.startsWith('mpdm')
  await sendCommandStart(services, command, { channel, text, responseUrl, ...(isGroup && { isGroup }) })
}

async function startFromWord(services: JobServices, action: Action): Promise<void> {
  const { value = '', message, responseUrl } = action
  if (!message || value === '') return
  await sendCommandStart(services, action, { channel: message.channel, text: value, responseUrl })
}

const sendCommandStart = (
  { queue, clock }: JobServices,
  { team, user, eventId }: RequestOrigin,
  more: { channel: string; text: string; responseUrl: string | undefined; isGroup?: boolean },
): Promise<void> => sendStart(queue, { team, user, eventId, at: clock.now(), door: 'command', isRaw: true, ...more })

async function openFormFromCommand(services: JobServices, command: Command): Promise<void> {
  const { channel } = command
  const shownIn = channel.startsWith('D') ? {} : { channel }
  return openJobForm(services, command, { door: 'form', text: '', quotes: [], ...shownIn })
}
