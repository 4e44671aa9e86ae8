import { createFormats } from '../../../core/formats.ts'

const { count, date, time } = createFormats('en')

/** `Tue, 24 Nov 2026, 09:00`. */
const moment = (at: number, zone: string): string => `${date(at, zone)}, ${time(at, zone)}`

/** `+05:30` as `UTC+5:30`. */
const nameOffset = (offset: string): string => `UTC${offset.replace(/^([+-])0/, '$1').replace(/:00$/, '')}`

/** Texts about replies that leave at a chosen time. Callers escape names from outside. */
export const englishSchedule = {
  scheduled: (when: string) => `Not sent yet. It goes out ${when}.`,
  paused: (when: string) =>
    `⏸️ Not sent yet. A new mail came, so it waits for a decision instead of going out ${when}.`,
  overdue: '⏸️ Not sent. A new mail came before its time, which has passed now. It waits for a decision.',
  suppressed: (who: string) =>
    `⏸️ Not sent. Mail to ${who} has bounced, was marked as spam or is blocked since this was written, so it waits for a decision.`,
  onceApproved: (when: string) =>
    `Once it’s approved, it goes out ${when}. If it’s approved after that, it goes out then.`,
  lateNow: 'The time that was chosen for it is over, so it goes out now.',
  sendNow: 'Send now',
  sendPlanned: 'Send as planned',
  changeTime: 'Change time',
  edit: 'Edit',
  pausedNow: (from: string) =>
    `, ${from} wrote again before your scheduled reply went out, so it’s on hold. Should it still be sent?`,
  pausedOverdue: (from: string) =>
    `, ${from} wrote again before your scheduled reply went out, and its time has passed now. It hasn’t been sent. Should it be?`,
  pausedRefused: (who: string) =>
    `, your scheduled reply wasn’t sent: mail to ${who} has bounced, was marked as spam or is blocked since you wrote it. Should it still be sent?`,
  pausedBefore: (to: string) => `, your scheduled reply to ${to} was on hold. This has been decided since.`,
  /** What the others read of a reply whose writer is gone. */
  forOthers: {
    pausedNow: (from: string, writer: string) =>
      `${from} wrote again before a scheduled reply by ${writer} went out, so it’s on hold. Should it still be sent?`,
    pausedOverdue: (from: string, writer: string) =>
      `${from} wrote again before a scheduled reply by ${writer} went out, and its time has passed now. It hasn’t been sent. Should it be?`,
    pausedRefused: (who: string, writer: string) =>
      `A scheduled reply by ${writer} wasn’t sent: mail to ${who} has bounced, was marked as spam or is blocked since it was written. Should it still be sent?`,
    pausedBefore: (to: string, writer: string) =>
      `A scheduled reply to ${to} by ${writer} was on hold. This has been decided since.`,
  },
  leftUnseen: (to: string) =>
    `Your mail to ${to} has gone out. Bellhop can’t post in its channel at the moment, so its card there doesn’t say so yet.`,
  leftAlready:
    'Your change wasn’t sent, because the scheduled reply had already gone out. Bellhop has kept your new text. If it should go out as well, press “Edit and send again”.',
  /** `who`: a colleague; `at`: undefined while it waits for a decision. */
  alreadyThere: (who: string | undefined, at: number | undefined, zone: string) =>
    `${who === undefined ? 'You already have' : `${who} has`} a reply in this thread that ${at === undefined ? 'waits for a decision' : `goes out ${moment(at, zone)}`}. Sending this one doesn’t stop it.`,
  over: 'Nothing was changed: this reply isn’t waiting for its time any more. Its card shows what happened to it.',
  timeOver: 'Nothing was changed: its time has passed. Press *Send now*, or *Change time*.',
  goesOutNow: 'It goes out now.',
  goesOut: (when: string) => `It goes out ${when}.`,
  form: {
    title: 'Change time',
    save: 'Save',
    when: 'Send',
    now: 'Now',
    own: (zone: string | undefined) =>
      zone === undefined ? 'Tomorrow at 9:00, your time' : `Tomorrow at 9:00 in ${zone}`,
    theirs: (offset: string) => `Tomorrow at 9:00, their time (${nameOffset(offset)})`,
    pick: 'Pick a day and a time…',
    schedule: 'Schedule',
    day: 'Day',
    dayHint: 'Pick a day',
    time: 'Time',
    zone: (zone: string, isOwn: boolean) =>
      isOwn ? `In your time zone, ${zone}.` : `In the workspace’s time zone, ${zone}.`,
    leaves: (at: number, { zone, isOwn }: { zone: string; isOwn: boolean }) =>
      isOwn ? `Goes out ${moment(at, zone)}, your time (${zone}).` : `Goes out ${moment(at, zone)} in ${zone}.`,
    /** `at`: undefined until a time is chosen. */
    theirZone: (address: string, at: number | undefined, offset: string) =>
      [
        at !== undefined && `That’s ${moment(at, offset)}, their time.`,
        `When ${address} wrote last, it was ${nameOffset(offset)} there.`,
      ]
        .filter(Boolean)
        .join(' '),
    unknownZone: 'We don’t know the recipients’ time zone.',
    stops: 'If somebody writes in this thread before that, your mail waits and you are asked.',
    past: 'This time is already over.',
    tooFar: (days: number) => `Choose a time within the next ${count(days, { one: 'day', other: 'days' })}.`,
    pickBoth: 'Choose a day and a time.',
    gap: 'There’s no such time on that day, because clocks go forward. Choose another one.',
  },
  list: {
    title: 'Scheduled mail',
    stopped: 'Scheduled mail that waits for you',
    empty:
      'None of your mail is waiting for its time. To send a mail later, choose a time at *Send* in its form. Mail that needs approval first is in `/mail approvals`.',
    line: (subject: string, to: string) => `*${subject}* to ${to}`,
    tooMany: (replies: number) => `and ${count(replies, { one: 'more', other: 'more' })}`,
  },
}
