import { createFormats } from '../../core/formats.ts'
import { channelMention, dateToken } from '../../slack/blocks/mrkdwn.ts'

const { count } = createFormats('en')

const DAY_AND_TIME = '{date_short_pretty} {time}'

/** The others have their names in the texts about access. */
const actions: Record<string, string> = {
  'settings.change': 'Change a setting',
  'webhook.replace': 'Replace a webhook',
  'mail.hold_back': 'Hold back mail',
  'task.give_up': 'Give up on a task',
}

/** What is said in place of an action's name and its verb. */
const verbs: Record<string, string> = {
  'jobs.start start': 'Start a job',
  'jobs.start anyway': 'Start a job anyway',
  'jobs.start collect': 'Save a message for a job',
  'jobs.start instead': 'Start another job instead',
  'jobs.start retry': 'Try a job again',
  'jobs.steer cancel': 'Cancel a job',
  'jobs.steer check': 'Look a job up at the agent',
  'jobs.steer drop': 'Drop a job',
  'jobs.steer edit': 'Edit a job',
  'jobs.steer follow_up': 'Follow up a job',
  'jobs.steer hand': 'Hand over a job',
  'jobs.steer mirror': 'Show a job in another channel',
  'jobs.steer retry': 'Try a job again',
  'jobs.steer say': 'Follow up a job',
  'jobs.steer send_reply': 'Send a thread reply to the agent',
  'jobs.steer stop': 'Stop a job',
  'jobs.steer undo': 'Undo a job',
  'jobs.steer unwatch': 'Unsubscribe from a job',
  'jobs.steer watch': 'Subscribe to a job',
  'mail.administer hold': 'Change how long replies wait',
  'mail.administer quarantine': 'Choose the channel for held mail',
  'mail.administer route': 'Choose the channel for an inbox’s mail',
  'mail.administer settings.change': 'Change a setting',
  'mail.read files': 'Open the files of held mail',
  'mail.read headers': 'Read the headers of held mail',
  'mail.read text': 'Read the text of held mail',
  'mail.read why': 'Read why a mail is here',
  'mail.reply again': 'Send a reply again',
  'mail.reply cancel': 'Cancel a reply',
  'mail.reply drop': 'Drop a reply',
  'mail.release delete': 'Delete held mail',
  'mail.release release': 'Release held mail',
  'mail.reply look': 'Look for a reply that may have left',
  'mail.reply place': 'Post mail that waits for a channel',
  'mail.reply send': 'Send a reply',
  'mail.reply stop': 'Stop a reply',
  'mail.reply tell_admins': 'Tell the admins about a reply',
  'webhook.replace register': 'Register a webhook',
  'webhook.replace replace': 'Replace a webhook',
  'workspace.administer settings.change': 'Change a setting',
  'workspace.administer read': 'Look at the audit',
  'workspace.administer download': 'Download the audit',
}

/** By the name in the record; what a later version adds is shown by that name. */
const objects: Record<string, string> = {
  audit: 'the audit',
  inbox: 'inbox',
  job: 'job',
  mail: 'mail',
  mail_thread: 'mail thread',
  mailbox: 'all inboxes',
  message: 'message',
  project: 'project',
  reply: 'reply',
  setting: 'setting',
  settings: 'settings',
  task: 'task',
  thread: 'thread',
  webhook: 'webhook',
}

/** The English texts of the audit. */
export const auditText = {
  title: 'Audit',
  close: 'Close',
  anyone: 'Anyone',
  anything: 'Any action',
  from: 'From',
  to: 'To',
  clear: 'Clear filters',
  download: 'Download CSV',
  older: 'Older',
  newer: 'Newer',
  newest: 'Newest',
  keepLooking: 'Keep looking',
  only: 'Show only what was done with this',
  anyObject: 'Show everything',
  actions,
  verbs,
  objects,
  outcomes: { done: 'Done', refused: 'Refused', failed: 'Failed' } as Record<string, string>,
  bellhop: 'Bellhop',
  /** `verb`: what of the action it was. */
  action: (name: string, verb: string | undefined) => (verb === undefined ? name : `${name}: ${verb}`),
  object: (kind: string, id: string) => (id === '' ? kind : `${kind} ${id}`),
  at: (ms: number) => dateToken(ms, DAY_AND_TIME),
  inChannel: (channel: string) => `in ${channelMention(channel)}`,
  inPrivate: 'in a private channel',
  inDirect: 'in direct messages',
  hash: (short: string) => `text \`${short}\``,
  onlyObject: (object: string) => `Only what was done with ${object}`,
  empty: 'Nothing has been recorded yet. What people do with jobs, mail and settings will be listed here.',
  noMatch: 'Nothing matches these filters.',
  wrongDays: 'The first day is after the last one.',
  readBackTo: (ms: number, hasFound: boolean) =>
    `${hasFound ? 'That’s all' : 'Nothing matches'} back to ${dateToken(ms, DAY_AND_TIME)}. Older entries may match, too.`,
  end: 'That’s everything.',
  preparing: 'Bellhop is writing the file. You’ll find it in your messages with Bellhop in a moment.',
  csv: {
    fileName: (day: string) => `bellhop-audit-${day}.csv`,
    title: (day: string) => `Bellhop audit, ${day}`,
    comment: (entries: number) =>
      `Here’s the audit that you asked for: ${count(entries, { one: 'entry', other: 'entries' })}. It names people and what they did, so share it with care.`,
    columns: {
      time: 'time',
      person: 'person',
      action: 'action',
      object: 'object',
      place: 'place',
      outcome: 'outcome',
      hash: 'hash',
      opId: 'opId',
      correlation: 'correlation',
    },
    missingScope:
      'Slack doesn’t let Bellhop send files yet, so the audit wasn’t sent. Ask whoever manages the app in Slack to add the permission `files:write` and to reinstall the app. Then download it again.',
    refused: (code: string) =>
      `Slack didn’t take the file with the audit (\`${code}\`). Try again later, or choose fewer days.`,
  },
}
