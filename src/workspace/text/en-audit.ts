import { createFormats } from '../../core/formats.ts'
import { channelMention, dateToken } from '../../slack/blocks/mrkdwn.ts'

const { count } = createFormats('en')

const DAY_AND_TIME = '{date_short_pretty} {time}'

/** The others have their names in the texts about access. */
const actions: Record<string, string> = {
  'settings.change': 'Change a setting',
  'webhook.replace': 'Replace a webhook',
  'mail.hold_back': 'Quarantine a mail',
  'task.give_up': 'Give up on a task',
}

/** What is said in place of an action's name and its verb. */
const verbs: Record<string, string> = {
  'jobs.start start': 'Start a job',
  'jobs.start anyway': 'Start a job anyway',
  'jobs.start collect': 'Add a message to the docs list',
  'jobs.start continue': 'Continue in a new job',
  'jobs.start instead': 'Start another job instead',
  'jobs.start pick': 'Choose the project of a job',
  'jobs.start retry': 'Try a job again',
  'jobs.steer before_start': 'Change a job before it starts',
  'jobs.steer cancel': 'Cancel a job',
  'jobs.steer check': 'Check on a job',
  'jobs.steer drop': 'Drop a job',
  'jobs.steer drop_follow_up': 'Drop a follow-up',
  'jobs.steer edit': 'Edit a job and try again',
  'jobs.steer follow_up': 'Follow up on a job',
  'jobs.steer found': 'Find a job at the agent',
  'jobs.steer hand': 'Hand over a job',
  'jobs.steer instead': 'Follow up on another job instead',
  'jobs.steer mirror': 'Mirror a job to a channel',
  'jobs.steer post_here': 'Post the card of a job again',
  'jobs.steer retry': 'Try a job again',
  'jobs.steer say': 'Follow up on a job',
  'jobs.steer send_again': 'Send a follow-up again',
  'jobs.steer send_reply': 'Send a thread reply to the agent',
  'jobs.steer show_direct': 'Show a job in direct messages',
  'jobs.steer stop': 'Ask a job to stop',
  'jobs.steer undo': 'Undo a job',
  'jobs.steer unwatch': 'Stop watching a job',
  'jobs.steer watch': 'Watch a job again',
  'mail.administer hold': 'Change how long replies wait',
  'mail.administer quarantine': 'Choose the channel for quarantined mail',
  'mail.administer route': 'Choose the channel for an inbox’s mail',
  'mail.administer settings.change': 'Change a setting',
  'mail.read files': 'List the files of quarantined mail',
  'mail.read headers': 'Read the headers of quarantined mail',
  'mail.read text': 'Read the text of quarantined mail',
  'mail.read why': 'Read why quarantined mail is here',
  'mail.release delete': 'Delete quarantined mail',
  'mail.release release': 'Release quarantined mail',
  'mail.reply again': 'Send a reply again',
  'mail.reply cancel': 'Cancel a reply',
  'mail.reply drop': 'Drop a reply',
  'mail.reply look': 'Look again for a reply',
  'mail.reply place': 'Post mail that waits for a channel',
  'mail.reply send': 'Send a reply',
  'mail.reply stop': 'Stop trying to send a reply',
  'mail.reply tell_admins': 'Tell the admins about a reply',
  'webhook.replace register': 'Register a webhook',
  'webhook.replace replace': 'Replace a webhook',
  'workspace.administer read': 'See the audit',
  'workspace.administer download': 'Download the audit',
  'workspace.administer settings.change': 'Change a setting',
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
  only: 'Show only entries about this',
  anyObject: 'Show all entries',
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
  hash: (short: string) => `text code \`${short}\``,
  onlyObject: (object: string) => `Only entries about ${object}`,
  empty: 'Nothing has been recorded yet. What people do with jobs, mail and settings will be listed here.',
  noMatch: 'Nothing matches these filters.',
  wrongDays: '“From” is later than “To”. Choose other days.',
  readBackTo: (ms: number, hasFound: boolean) =>
    `${hasFound ? 'These are all the matches' : 'Nothing matches'} since ${dateToken(ms, DAY_AND_TIME)}. Press *Keep looking* for older ones.`,
  end: 'No more entries.',
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
      `Slack didn’t accept the file with the audit (\`${code}\`). Download it again, or choose fewer days.`,
  },
}
