import { DAY_MS } from '../../core/clock.ts'
import { createFormats } from '../../core/formats.ts'
import { auditText } from './en-audit.ts'
import { channelMention, dateToken, escapeMrkdwn, userMention } from '../../slack/blocks/mrkdwn.ts'

const { duration, list, number, plural } = createFormats('en')
const DATE = '{date_short_pretty} {time}'
const YEAR_MS = 365 * DAY_MS

const SERVICES = { slack: 'Slack', agent: 'The agent', mailbox: 'The mailbox', store: 'The storage' }

/** The English texts of the slice. */
export const workspaceText = {
  audit: auditText,
  settings: {
    title: 'Settings',
    save: 'Save',
    close: 'Close',
    choose: 'Section',
    chooseTarget: 'Choose one',
    sections: { mine: 'Mine', channel: 'This channel', inboxes: 'Inboxes', workspace: 'Workspace' },
    allInboxes: 'All inboxes',
    everywhere: 'Everywhere',
    mineFor: (inbox: string) => `Mine for ${inbox}`,
    wholeWorkspace: 'Whole workspace',
    project: (name: string) => `Project ${name}`,
    settingName: (label: string) => `“${label}”`,
    settingFor: (label: string, target: string) => `“${label}” for ${target}`,
    oneInbox: 'one inbox',
    forYou: 'Only you see these settings, and they apply only to you.',
    forYouInInbox: (inbox: string) =>
      `Only for mail that you write from *${escapeMrkdwn(inbox)}*. What you leave empty is as it is everywhere.`,
    forChannel: (channel: string) => `For everyone in ${channelMention(channel)}.`,
    forAllInboxes: 'For the mail of all inboxes.',
    forInbox: (name: string) => `For the mail of *${escapeMrkdwn(name)}*.`,
    forEveryone: 'For the whole workspace.',
    forProject: (name: string) => `For jobs of *${escapeMrkdwn(name)}*.`,
    onlySome: (shown: number) => `The menu lists the first ${number(shown)}. For another inbox, use \`/mail route\`.`,
    admins: 'Only admins can change these.',
    slackTooSlow:
      'Slack is slow to respond, so some settings may be missing here. To see all of them, open the settings again in a moment.',
    nothingHere: 'There’s nothing to set here.',
    lastChanged: (by: string, at: number) => `Last changed by ${userMention(by)}, ${dateToken(at, DATE)}`,
    saved: (page: string) => `Saved: *${page}*.`,
    notSavedHere: (next: string) =>
      `⚠️ What you entered on this page isn’t saved yet. Save it, and *${next}* opens. Closing this form discards it.`,
    someoneSaved:
      'Somebody else has changed these settings while you had them open. Check the fields marked ⚠️, then save again or close the form.',
    changedTo: (value: string, by: string | undefined, at: number | undefined) =>
      `⚠️ ${by === undefined ? 'Somebody' : userMention(by)} has set this to *${value}*${at === undefined ? '' : ` (${dateToken(at, DATE)})`}.`,
    yoursInstead: 'Save again to use yours instead.',
    gone: (names: string[]) =>
      `⚠️ ${list(names)} ${plural(names.length, { one: 'doesn’t', other: 'don’t' })} exist any more, or Bellhop can’t see ${plural(names.length, { one: 'it', other: 'them' })}. Choose something else.`,
    goneOption: (name: string) => `${name} (doesn’t exist any more)`,
    goneChosen: (names: string[]) => `Bellhop can’t find ${list(names)}. Choose something else.`,
    wrong: 'This can’t be used here. Choose something else.',
    tooOld: 'This form is too old, so nothing was saved. Close it and open the settings again.',
    notOffered: 'You can’t change this here, so nothing was saved. Close the form and open the settings again.',
    on: 'On',
    off: 'Off',
    none: 'None',
    channelHidden:
      'Either you or Bellhop isn’t in this channel. Invite Bellhop with /invite @Bellhop, or open the settings somewhere else.',
    notReader: 'The channel’s settings weren’t saved, because either you or Bellhop isn’t in the channel any more.',
    targetGone: 'Your changes weren’t saved, because their inbox or project doesn’t exist any more.',
    problem: (label: string, problem: string) => `Your changes weren’t saved. ${label}: ${problem}`,
    lostRace:
      'Your changes weren’t saved, because somebody else changed the same settings first. Bellhop has kept what you entered.',
    reopen: 'Compare and save',
  },
  died: {
    person: (reference: string, channel: string | undefined) =>
      `Something went wrong in Bellhop, so it has stopped working on something you asked for${channel ? ` in ${channelMention(channel)}` : ''}. ` +
      `Check whether it was done before you ask again. Your admins can look it up: reference ${reference}.`,
    admin: (kind: string, reference: string) =>
      `Bellhop gave up on a task of kind \`${kind}\`, reference ${reference}. \`npm run dead -- show ${reference}\` shows why, ` +
      `\`npm run dead -- retry ${reference}\` runs it again. You won’t get another message about this kind within the hour.`,
  },
  longWait: (service: keyof typeof SERVICES, askedMs: number) =>
    `${SERVICES[service]} has told Bellhop to wait ${askedMs < YEAR_MS ? duration(askedMs, 'long') : 'more than a year'} before it asks again. ` +
    'Nothing is lost: Bellhop keeps what it still has to do there, and tries again every 5 minutes. ' +
    'If this keeps happening, check whether the account has reached a limit, whether something else uses it too, or whether a proxy answers instead. ' +
    'You won’t get another message about this until it’s over.',
  home: {
    settings: 'Settings',
    audit: 'Audit',
    empty: 'Nothing here yet.',
    cut: 'There’s more than fits here.',
  },
} as const
