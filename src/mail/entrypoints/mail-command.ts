import type { ScopedFeature } from '../../scoped-feature.ts'
import { questionTimeMs, withinDeadline } from '../../core/question-time.ts'
import { channelMention, escapeMrkdwn, truncate } from '../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import type { Command } from '../../slack/inbound/listeners.ts'
import { openFind } from '../desk/find/find-mail.ts'
import { describeInboxes, describeStatus } from '../metrics/mail-status.ts'
import { openRules } from '../placement/rules/show-rules.ts'
import { sendMetricsQuery } from '../tasks/metrics-task.ts'
import { openScheduledList } from '../outbound/schedule/scheduled-list.ts'
import { buildRouteAct } from '../placement/routing/change-routes.ts'
import { checkChosenChannel } from '../placement/routing/channel-check.ts'
import { findInbox } from '../placement/routing/find-inbox.ts'
import { CHANNEL_OFF, sendRouteChange } from '../tasks/route-change-task.ts'
import type { EntrypointScope } from './entrypoint-scope.ts'
import { openDrafts } from '../outbound/compose/drafts/drafts-list.ts'
import { openSaved } from '../outbound/saved/saved-feature.ts'
import { openSuppressed } from '../outbound/suppression/suppressed-feature.ts'
import { type MailText, mailTextIn } from '../text/mail-text.ts'
import { writeMailHelp } from '../text/mail-help.ts'
import { describeWebhooks } from '../inbound/webhook/describe-webhooks.ts'
import { openApprovals } from '../outbound/approval/approvals-list.ts'
import { changeApproval, listApprovers } from './approval-command.ts'
import { startImport } from './import-command.ts'
import { openWorkList } from '../desk/work/work-list.ts'
import { type MailCommand, parseMailCommand } from './command-grammar.ts'
import { openWriteForm } from './write-command.ts'

type SettingCommand = Extract<MailCommand, { do: 'route' | 'quarantine' | 'hold' }>

/** The commands that open a page instead of answering with text. */
const PAGES = [
  'list',
  'find',
  'write',
  'rules',
  'scheduled',
  'settings',
  'approvals',
  'suppressed',
  'saved',
  'drafts',
] as const
type PageCommand = Extract<MailCommand, { do: (typeof PAGES)[number] }>

const isPageCommand = (parsed: MailCommand): parsed is PageCommand => PAGES.some((page) => page === parsed.do)

/** `/mail`: waiting mail, help, status, inboxes, metrics, and the settings that admins change. */
export const mailCommandFeature: ScopedFeature<EntrypointScope> = {
  listen(slack) {
    slack.command('/mail', runMailCommand)
  },
}

function openPage(scope: EntrypointScope, command: Command, parsed: PageCommand): Promise<void> {
  switch (parsed.do) {
    case 'list':
      return openWorkList(scope, command, parsed.view)
    case 'find':
      return openFind(scope, command, parsed.words)
    case 'write':
      return openWriteForm(scope, command, parsed.addresses)
    case 'rules':
      return openRules(scope, command)
    case 'scheduled':
      return openScheduledList(scope, command)
    case 'approvals':
      return openApprovals(scope, command)
    case 'saved':
      return openSaved(scope, command)
    case 'drafts':
      return openDrafts(scope, command)
    case 'suppressed':
      return openSuppressed(scope, command)
    case 'settings':
      return scope.slices.openSettings(command, 'inboxes')
  }
}

async function runMailCommand(scope: EntrypointScope, command: Command): Promise<Message | undefined> {
  const parsed = parseMailCommand(command.text)
  if (parsed.do === 'audit') return scope.slices.openAudit(command)
  if (isPageCommand(parsed)) {
    await openPage(scope, command, parsed)
    return undefined
  }
  const answer = await answerCommand(scope, command, parsed)
  return typeof answer === 'string' ? textMessage(answer) : answer
}

async function answerCommand(
  scope: EntrypointScope,
  command: Command,
  parsed: Exclude<MailCommand, PageCommand | { do: 'audit' }>,
): Promise<string | Message | undefined> {
  const { team, user } = command
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  switch (parsed.do) {
    case 'help':
      return answerHelp(text, scope, command)
    case 'unclear': {
      const approvers = parsed.word.trim().toLowerCase() === 'approval' ? await listApprovers(text, scope, command) : []
      return [...approvers, describeSlip(text, parsed)].join('\n')
    }
    case 'route':
    case 'quarantine':
    case 'hold':
      return changeSetting(text, scope, command, parsed)
    case 'approval':
      return changeApproval(text, scope, command, parsed)
    case 'import':
      return startImport(text, scope, command, parsed)
    case 'webhooks':
      return describeWebhooks(text, scope, command)
    case 'metrics':
    case 'status':
    case 'inboxes':
    case 'routes':
      return answerQuery(text, scope, command, parsed)
  }
}

/** Lists the commands that this person may use. */
async function answerHelp(text: MailText, { access }: EntrypointScope, { team, user }: Command): Promise<string> {
  const may = async (action: 'mail.administer' | 'workspace.administer') =>
    (await withinDeadline(access.decide({ team, user, action })))?.isAllowed ?? false
  const [setUp, audit] = await Promise.all([may('mail.administer'), may('workspace.administer')])
  return writeMailHelp(text, { setUp, audit })
}

/** Replaces backticks, which would end the code span. */
const escapeCode = (text: string): string => escapeMrkdwn(truncate(text, 200)).replaceAll('`', "'")

/** Explains the mistake, with a command that would work. */
function describeSlip({ command: texts }: MailText, { word, slip }: Extract<MailCommand, { do: 'unclear' }>): string {
  if (!slip) return texts.unclear({ word: escapeMrkdwn(truncate(word, 100)) })
  if ('meant' in slip) return texts.meant({ command: escapeCode(slip.meant) })
  const words = texts.slips[slip.command]
  if (typeof words === 'string') return words
  return words({ inbox: slip.inbox === undefined ? texts.exampleInbox : escapeCode(slip.inbox) })
}

async function answerQuery(
  text: MailText,
  scope: EntrypointScope,
  command: Command,
  query: MailCommand,
): Promise<string> {
  const { team, user, channel, responseUrl, eventId } = command
  if (query.do === 'status') return describeStatus(text, scope)
  if (query.do !== 'metrics') return describeInboxes(text, scope)
  const { days } = query
  const at = scope.clock.now()
  await sendMetricsQuery(scope.queue, { team, user, channel, responseUrl, eventId, at, days })
  return text.metrics.asked({ days })
}

async function changeSetting(
  text: MailText,
  scope: EntrypointScope,
  command: Command,
  setting: SettingCommand,
): Promise<string | Message> {
  const { team, user, channel: askedIn, eventId } = command
  const inbox = setting.do === 'quarantine' ? undefined : await findInbox(text, scope, setting.inboxId)
  const inboxId = inbox && 'inboxId' in inbox ? inbox.inboxId : undefined
  const actor = { team, user, opId: `mail.setting:${eventId}`, channel: askedIn }
  const act = await buildRouteAct(scope, actor, setting.do, inboxId)
  const permission = await scope.authorizer.ask(act, { withinMs: questionTimeMs() })
  if (permission.is !== 'allowed') return permission.message
  if (inbox && 'refusal' in inbox) return inbox.refusal
  const wanted = inbox ? { ...setting, inboxId: inbox.inboxId } : setting
  const channel = setting.do === 'hold' || setting.channel === CHANNEL_OFF ? undefined : setting.channel
  const found = channel === undefined ? {} : await checkChannel(text, scope, user, channel)
  if ('refusal' in found) return found.refusal
  const at = scope.clock.now()
  await sendRouteChange(scope.queue, eventId, { team, user, at, channel: askedIn, change: wanted })
  const { mailRules } = await scope.routes.read()
  const rulesFirst =
    setting.do === 'route' && mailRules.length > 0 && text.command.rulesFirst({ count: mailRules.length })
  const lines = [describeSetting(text, scope, wanted), rulesFirst, found.warning]
  return lines.filter((line) => typeof line === 'string').join('\n')
}

/** Returns why mail must not or cannot be posted in a channel, or a warning to show if it can. */
async function checkChannel(
  { command: texts }: MailText,
  scope: EntrypointScope,
  user: string,
  id: string,
): Promise<{ refusal: string } | { warning?: string }> {
  const named = { channel: channelMention(id) }
  const chosen = await withinDeadline(checkChosenChannel(scope, user, id))
  if (!chosen) return { refusal: texts.slackSilent }
  const { channel, problem } = chosen
  if (problem !== undefined) return { refusal: texts[problem === 'hidden' ? 'notMember' : problem](named) }
  return channel.isPrivate ? {} : { warning: texts.public(named) }
}

function describeSetting({ command: texts }: MailText, { routes }: EntrypointScope, setting: SettingCommand): string {
  switch (setting.do) {
    case 'route': {
      const inbox = escapeMrkdwn(setting.inboxId)
      const channel = setting.channel === CHANNEL_OFF ? routes.defaultChannel : setting.channel
      if (!channel) return texts.unrouted({ inbox })
      const named = { inbox, channel: channelMention(channel) }
      return setting.channel === CHANNEL_OFF ? texts.unroutedToDefault(named) : texts.routed(named)
    }
    case 'quarantine':
      return setting.channel === CHANNEL_OFF
        ? texts.noQuarantine
        : texts.quarantined({ channel: channelMention(setting.channel) })
    case 'hold':
      return texts.held({ inbox: escapeMrkdwn(setting.inboxId), seconds: setting.seconds })
  }
}
