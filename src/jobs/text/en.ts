import { jobFormText } from './en-forms.ts'
import { sanitizeLine } from '../../core/sanitize-text.ts'
import { channelMention, dateToken, escapeMrkdwn, mrkdwnLink, userMention } from '../../slack/blocks/mrkdwn.ts'

/** A duration as people say it. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return `${hours} h ${minutes % 60} min`
}

/** A title in the middle of a text: a sentence of its own. */
const ended = (title: string): string => `${escapeMrkdwn(title.replace(/[.\s]+$/, ''))}.`

const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`

/** Every word that the slice says in English. What comes from outside is escaped by whoever hands it in, unless the name says `title`. */
export const jobText = {
  // The card, by state
  picking: 'Which project is this for?',
  otherProject: 'Another project',
  asking: (isOfThread: boolean, other: string | undefined) =>
    `${isOfThread ? 'A job from this thread' : 'A job like this one'} is still running. Start this one too?${other === undefined ? '' : ` ${mrkdwnLink(other, 'See the other one')}`}`,
  starting: (seconds: number) => `Starting in ${count(seconds, 'second')}`,
  paused: (by: string) =>
    `Not started yet: ${userMention(by)} is changing it. Nothing is sent before somebody starts it`,
  waiting: (place: number, roomAt: number | undefined) =>
    `Waiting for room, place ${place}.${roomAt ? ` Starts about ${dateToken(roomAt)}` : ''}`,
  full: (project: string, limit: number) =>
    `The agent takes ${limit} new jobs an hour for ${escapeMrkdwn(project)}, and this hour’s are used. Yours is kept and starts by itself.`,
  fullForm: 'A job that you start now is kept and starts by itself when there is room.',
  creating: 'Sending it to the agent',
  working: (since: number) => `Working since ${dateToken(since)}`,
  checked: (at: number) => `checked ${dateToken(at)}`,
  silent: (at: number) => `The agent does not answer. Bellhop keeps checking, last try ${dateToken(at)}`,
  noAccess: (project: string) =>
    `Bellhop may not use the agent for ${escapeMrkdwn(project)}. An admin can connect it again. Bellhop keeps checking`,
  stopAsked: 'Asked to stop; it may not obey',
  ready: 'Pull request ready',
  nothing: 'Finished. Nothing needed to change',
  failed: (reference: string) => `The agent stopped with an error. No pull request was made. Reference ${reference}`,
  failedWithPr: (reference: string) => `The agent stopped with an error after a pull request. Reference ${reference}`,
  archived: 'Archived by the service',
  continued: (url: string | undefined) =>
    url === undefined ? 'Goes on in a new job' : `Goes on in ${mrkdwnLink(url, 'a new job')}`,
  gone: 'The agent does not know this job any more. Its text is kept',
  unknown: 'Sent, but no answer came back. It may be running',
  refused: {
    validation_error: (reference: string) =>
      `The agent does not accept this text as it is. Nothing was started. Reference ${reference}`,
    access: (project: string, reference: string) =>
      `Bellhop may not use the agent for ${escapeMrkdwn(project)}. An admin can connect it again. Reference ${reference}`,
    not_found: (project: string, reference: string) =>
      `The agent does not know the project ${escapeMrkdwn(project)}. An admin can correct it. Reference ${reference}`,
    unreachable: (reference: string) =>
      `The agent could not be reached for an hour. Nothing was started. Reference ${reference}`,
    no_project: (project: string, reference: string) =>
      `The project ${escapeMrkdwn(project)} is not connected any more. Nothing was started. Reference ${reference}`,
    other: (reference: string) => `The agent refused this. Nothing was started. Reference ${reference}`,
  },
  dropped: 'Not started',
  droppedInstead: 'Not started: its text went to the other job as a follow-up',
  droppedUnknown: 'Dropped. If the agent did start it, it goes on there',
  unwatched: 'Not watched any more. The agent may still be working',
  branch: (name: string) => `branch \`${escapeMrkdwn(sanitizeLine(name)).replaceAll('`', "'")}\``,
  model: (name: string) => escapeMrkdwn(sanitizeLine(name)),
  followUps: (n: number) => count(n, 'follow-up'),
  askedBy: (user: string) => `asked by ${userMention(user)}`,
  used: (messages: number, from: 'thread' | 'channel' | 'list') =>
    `used ${count(messages, 'message')} of ${from === 'list' ? 'a docs list' : `this ${from}`}`,
  leftOut: (parts: string[]) => `left out: ${parts.join(', ')}`,
  older: (n: number) => count(n, 'older message'),
  newer: (n: number) => `about ${count(n, 'newer message')}`,
  unread: 'the conversation, which Bellhop may not read',
  hidden: (n: number) => `${count(n, 'message')} of a conversation that you may not see`,
  files: (n: number) => count(n, 'file'),
  images: (n: number) => count(n, 'image'),
  footerMention: 'Reply in this thread and mention @Bellhop to follow up.',
  footerMirror: (url: string | undefined) =>
    `Shown here as well. Follow up with the button, or in ${url === undefined ? 'its own thread' : mrkdwnLink(url, 'its own thread')}.`,
  footerAny: 'Reply in this thread to follow up.',

  // Buttons
  buttons: {
    undo: 'Undo',
    cancel: 'Cancel',
    pullRequest: 'View pull request',
    followUp: 'Follow up',
    prompt: 'View prompt',
    retry: 'Try again',
    edit: 'Edit and try again',
    found: 'I found it',
    anyway: 'Start anyway',
    drop: 'Drop',
    continue: 'Continue in a new job',
    watch: 'Watch again',
    check: 'Check now',
    postHere: 'Post here',
    stop: 'Ask it to stop',
    unwatch: 'Stop watching',
    mirror: 'Mirror to a channel',
    handOver: 'Hand over',
    tellMe: 'Tell me when it ends',
    tellMeNot: 'Do not tell me',
    instead: 'Follow up instead',
    tellAdmins: 'Tell the admins',
    start: 'Start a job',
    startIt: 'Start it',
    sendAgain: 'Send again',
    startDirect: 'Start it in my messages',
    startIn: 'Choose a channel',
    showDirect: 'Show it here',
    trim: 'Trim',
    project: 'Change project',
    elsewhere: 'Start in another project',
    startNow: 'Start now',
    older: 'Older',
    newest: 'Newest',
  },
  confirmAnyway: {
    title: 'Start it again?',
    text: 'If the first request did arrive, there will be two jobs with this text and perhaps two pull requests.',
    yes: 'Start anyway',
    no: 'Not yet',
  },
  confirmSendAgain: {
    title: 'Send it again?',
    text: 'If the first request did arrive, the agent reads this text twice.',
    yes: 'Send again',
    no: 'Not yet',
  },
  confirmDrop: {
    title: 'Drop this job?',
    text: 'Bellhop forgets that it may be running. If the agent did start it, it goes on there and nobody is told.',
    yes: 'Drop it',
  },

  // The thread
  done: {
    ready: (title: string, took: string) => `the pull request is ready: ${escapeMrkdwn(title)} (${took})`,
    nothing: (title: string) => `finished, nothing needed to change: ${escapeMrkdwn(title)}`,
    failed: (title: string) => `this job stopped with an error: ${ended(title)} Try again keeps your text.`,
    archived: (title: string) => `the service archived this job: ${escapeMrkdwn(title)}`,
    gone: (title: string) => `the agent does not know this job any more: ${ended(title)} Its text is kept.`,
    refused: (title: string) => `this job was not started: ${ended(title)} Its text is kept.`,
    unknown: (title: string) =>
      `this job was sent, but no answer came back: ${ended(title)} It may be running. The card asks what to do.`,
  },
  died: (reference: string) =>
    `Bellhop failed at this job by an error of its own, and does not go on with it by itself. An admin can let it go on: reference ${reference}.`,
  sentWorking: 'Sent. The agent was working: it reads this next.',
  sentIdle: 'Sent. The agent works on it again.',
  sentTo: (title: string) => `For: ${escapeMrkdwn(title)}`,
  followUpWaits: (roomAt: number) =>
    `The agent takes 100 follow-ups an hour, and this hour’s are used. Yours is kept and goes about ${dateToken(roomAt)}.`,
  followUpUnknown: 'Sent, but no answer came back. The agent may have read this follow-up, or not.',
  followUpGone: 'The agent does not know this job any more. Your text is kept.',
  followUpArchived: 'This job is archived. Your text is kept.',
  followUpRefused: (reference: string) => `The agent did not accept this follow-up. Reference ${reference}`,
  followUpAccess: (project: string, reference: string) =>
    `Bellhop may not use the agent for ${escapeMrkdwn(project)}. An admin can connect it again. Your text is kept. Reference ${reference}`,
  followUpUnreachable: (reference: string) =>
    `The agent could not be reached for an hour. This follow-up was not sent. Reference ${reference}`,
  followUpSilent: 'The agent does not answer. Your follow-up is kept, and Bellhop keeps trying.',
  followUpNotStarted: 'This job has not started yet. Your text is kept and goes to the agent as soon as it has.',
  followUpNever: 'This job was never started, so there was nothing to follow up. Your text is kept.',
  followUpDropped: 'Dropped.',
  stopSent: (by: string) => `${userMention(by)} asked the agent to stop. It may not obey; what it has done stays.`,
  followUpBy: (by: string) => `Follow-up by ${userMention(by)}`,
  stopText: 'Please stop working on this now. Make no further changes.',
  handedOver: (by: string, to: string) => `${userMention(by)} handed this job to ${userMention(to)}.`,
  postHere: (channel: string) =>
    `Bellhop is not in ${channelMention(channel)}. Invite it with /invite @Bellhop, then press Post here.`,
  notInGroup: 'Bellhop is not part of the conversation that you asked in. The job goes on, and you hear of it here.',
  foreign:
    'Bellhop is not part of this conversation, so it cannot report here. Nothing was started; your text is kept:',
  startedDirect: (app: string) => `It goes on in your direct messages with ${userMention(app)}.`,
  textGone: 'This text is not kept any more. Please type it again.',
  cannotPost: (channel: string) =>
    `Bellhop cannot post in ${channelMention(channel)} any more. The job goes on, and you hear of it here.`,

  // To one person alone
  membersOnly: 'Only full members of this workspace can start or steer jobs. Please ask a colleague.',
  noProject: 'No project of the agent is connected yet. An admin sets AGENT_PROJECT_ID and AGENT_API_KEY.',
  noJob: 'Bellhop does not know this job any more.',
  tooLate: 'Too late to undo: the agent already has it. Ask it to stop instead.',
  tooLateToChange: 'Too late to change it: the agent already has it.',
  earlierPr: (url: string) => `The pull request of the job before: ${url}`,
  notNow: 'This has changed in the meantime. The card shows what is possible now.',
  foundUnknown: (id: string) =>
    `The agent does not know a job ${escapeMrkdwn(id)} in this project. Please check the id.`,
  foundTaken: 'This job is already on another card.',
  willTellNext: 'You will hear when this job ends after its next follow-up.',
  willTell: 'You will hear when this job ends.',
  willNotTell: 'You will not hear when this job ends.',
  noSuchJob: (name: string) => `Bellhop knows no job ${escapeMrkdwn(name)}. \`/docs jobs\` shows yours.`,
  mirrored: (channel: string) => `This job is now shown in ${channelMention(channel)} too.`,
  empty: 'Tell me what to do, for example: `/docs add a page about inboxes`',
  word: (text: string) =>
    `Is “${escapeMrkdwn(text)}” the whole task? A sentence helps the agent, for example: \`/docs add a page about inboxes\``,
  whichJob: 'Which job? Its short name stands in `/docs jobs`, for example: `/docs status a1b2c3`',
  wordHelp: 'With /docs help you see everything that Bellhop understands.',
  useCommand: (word: string) => `Please type \`/docs ${word}\` for this.`,
  help: [
    '*Start a job*: `/docs add a page about inboxes`, or `/docs` alone for the form.',
    '*For one project*: `/docs acme docs: fix the broken links`',
    '*From a conversation*: mention @Bellhop in a thread, or use “Update docs from message” in a message’s menu.',
    '*Your jobs*: `/docs jobs`, `/docs jobs channel`, `/docs jobs active`, `/docs status a1b2c3`',
    '*More*: `/docs quota`, `/docs list`, `/docs settings`',
  ].join('\n'),
  quota: (project: string, left: number, limit: number, roomAt: number | undefined) =>
    `${escapeMrkdwn(project)}: ${left} of ${limit} left this hour${roomAt ? `, next room ${dateToken(roomAt)}` : ''}`,
  quotaFollowUps: (left: number, limit: number) => `follow-ups ${left} of ${limit}`,
  form: jobFormText,
  nativeStatus: 'is waiting for the agent',
  tellAdmins: (project: string, user: string, reference: string) =>
    `${userMention(user)} cannot start jobs for ${escapeMrkdwn(project)}: the agent refuses Bellhop’s key. Please check the project and its API key. Reference ${reference}`,
  noAdmins:
    'No admin of Bellhop is named in its settings. Please tell a workspace admin, with the reference on the card.',
  home: { start: 'Start a docs job', needs: 'Waits for you', mine: 'Your jobs', quota: 'This hour' },
  someone: 'someone',
  collectedAlready: 'This message is on your docs list already. Type `/docs list` to see it.',
  collected: (n: number) =>
    `Added to your docs list (${count(n, 'message')}). Type \`/docs list\` to start one job from it.`,
  collect: {
    title: 'Docs list',
    empty: 'Your list is empty. Add messages with “Add to docs list” in a message’s menu, over days if you like.',
    remove: 'Remove',
    start: 'Start one job from these',
    instruction: 'Update the docs so that they cover what these messages say.',
  },
  list: {
    title: 'Jobs',
    filters: {
      mine: 'Your jobs, newest first',
      channel: 'Jobs of this channel, newest first',
      active: 'Your jobs that are still going on',
      finished: 'Your finished jobs',
      failed: 'Your jobs that went wrong',
    },
    names: { mine: 'Mine', channel: 'This channel', active: 'Going on', finished: 'Finished', failed: 'Went wrong' },
    empty: {
      mine: 'No jobs yet. Start one with `/docs` and what to do, or with the button.',
      channel: 'No jobs in this channel yet. Start one with `/docs` and what to do.',
      active: 'None of your jobs is going on right now.',
      finished: 'None of your jobs has finished yet.',
      failed: 'None of your jobs went wrong.',
    },
    further: 'None among the newest ones. There may be some further back.',
    end: 'No more jobs.',
    one: 'Job',
    all: 'All jobs',
    more: 'All actions',
    card: 'Go to the card',
  },
  adminsTold: 'The admins were told.',
} as const
