import type { Clock } from '../../core/clock.ts'
import { actionsBlock, button, contextBlock, section } from '../../slack/blocks/block-builders.ts'
import type { Command, Listeners } from '../../slack/inbound/listeners.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import type { People } from '../../slack/directory/people.ts'
import { truncate } from '../../slack/blocks/mrkdwn.ts'
import type { Views } from '../../slack/api/slack-views.ts'
import type { JobUpdates } from '../updates/job-updates.ts'
import type { Project } from '../model/projects.ts'
import { type ParsedCommand, parseCommand } from './command-grammar.ts'
import { actionIds } from '../action-ids.ts'
import type { JobList } from '../lists/job-list.ts'
import type { AgentQuota } from '../quota/agent-quota.ts'
import type { JobForm } from '../form/job-form.ts'
import type { StartRequest } from '../start/start-job.ts'
import { textMessage as message } from '../../slack/blocks/text-message.ts'
import { jobText } from '../text/en.ts'

/** The answers that need nothing but reading. */
export interface CommandReplies {
  help: () => Message
  quota: () => Promise<Message>
  status: (team: string, name: string) => Promise<Message | undefined>
  word: (text: string) => Message
}

export function createCommandReplies(deps: {
  desk: JobUpdates
  quota: AgentQuota
  listing: JobList
  projects: Project[]
}): CommandReplies {
  const { desk, quota, listing, projects } = deps
  return {
    help: () => ({ text: jobText.help, blocks: [section(jobText.help)] }),
    async quota() {
      const lines = await Promise.all(
        projects.map(async ({ name }) => {
          const [create, follow] = await Promise.all([quota.peek(name, 'create'), quota.peek(name, 'follow_up')])
          const room = create.left === 0 ? create.roomAt : undefined
          return `${jobText.quota(name, create.left, create.limit, room)} · ${jobText.quotaFollowUps(follow.left, follow.limit)}`
        }),
      )
      return message(lines.length > 0 ? lines.join('\n') : jobText.noProject)
    },
    async status(team, name) {
      const job = await desk.storeOf(team).findByName(name)
      if (!job) return /^[0-9a-f]{6}$/i.test(name) ? message(jobText.noSuchJob(name)) : undefined
      return { text: await listing.line(job), blocks: await listing.row(job) }
    },
    word: (text) =>
      text.toLowerCase() === 'status'
        ? message(jobText.whichJob)
        : {
            text: jobText.word(text),
            blocks: [
              section(jobText.word(truncate(text, 100))),
              ...actionsBlock(
                button({ actionId: actionIds.word, text: jobText.buttons.startIt, value: truncate(text, 2000) }),
              ),
              ...contextBlock(jobText.wordHelp),
            ],
          },
  }
}

/** `/docs`: a subcommand when the whole text fits its grammar, a prompt otherwise, the form when there is none. */
export function createDocsCommand(deps: {
  people: People
  views: Views
  clock: Clock
  answers: CommandReplies
  listing: JobList
  startForm: Pick<JobForm, 'open'>
  start: (request: StartRequest) => Promise<void>
  settings: (command: Command) => Promise<Message | string | void>
  collected: (command: Command) => Promise<Message | string | void>
}): { listen(slack: Listeners): void } {
  const { people, views, clock, listing, start, startForm } = deps

  async function prompt(command: Command, text: string): Promise<void> {
    const { team, user, channel, channelName, eventId, responseUrl } = command
    await start({
      team,
      user,
      channel,
      eventId,
      at: clock.now(),
      door: 'command',
      text,
      isRaw: true,
      responseUrl,
      ...(channelName.startsWith('mpdm') && { isGroup: true }),
    })
  }

  /** Refused before the form opens, so that nobody writes for nothing; if Slack does not say who it is, the task asks again. */
  async function isRefused({ team, user }: Command): Promise<boolean> {
    const person = await people.person(team, user).catch(() => undefined)
    return person !== undefined && !person.isMember
  }

  async function asked(command: Command, ask: ParsedCommand): Promise<Message | string | void> {
    const { team, user, channel, triggerId } = command
    switch (ask.kind) {
      case 'help':
        return deps.answers.help()
      case 'quota':
        return deps.answers.quota()
      case 'settings':
        return deps.settings(command)
      case 'list':
        return deps.collected(command)
      case 'jobs':
        await views.open(team, triggerId, await listing.view({ team, user, channel, filter: ask.filter }))
        return
      case 'status':
        return (await deps.answers.status(team, ask.name)) ?? (await prompt(command, ask.text))
      case 'empty':
        if (await isRefused(command)) return jobText.membersOnly
        return startForm.open(command, {
          door: 'form',
          text: '',
          quotes: [],
          ...(!channel.startsWith('D') && { channel }),
        })
      case 'word':
        return deps.answers.word(ask.text)
      case 'prompt':
        return prompt(command, ask.text)
    }
  }

  return {
    listen(slack) {
      slack.command('/docs', (command) => asked(command, parseCommand(command.text)))
      slack.action(actionIds.word, async ({ team, user, eventId, value = '', message: at, responseUrl }) => {
        if (!at || value === '') return
        await start({
          team,
          user,
          channel: at.channel,
          eventId,
          at: clock.now(),
          door: 'command',
          text: value,
          isRaw: true,
          responseUrl,
        })
      })
    },
  }
}
