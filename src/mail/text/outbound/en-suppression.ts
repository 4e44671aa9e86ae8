import { createFormats } from '../../../core/formats.ts'
import { BLOCK_LIMITS } from '../../../slack/blocks/block-builders.ts'

const { count, list, number, plural } = createFormats('en')

/** Addresses that should not be written to: in the reply form, and in the list of `/mail suppressed`. Callers escape what comes from outside. */
export const englishSuppression = {
  title: 'Don’t write to',
  intro:
    'Mail to these addresses came back, was marked as spam, or isn’t sent by the mailbox. Bellhop asks before anyone writes to them.',
  empty: 'Bellhop knows no address that you’d better not write to.',
  emptyPage: 'Nothing more here that you may see.',
  late: 'This takes too long right now. Close this and try again.',
  older: 'Older',
  newer: 'Newer',
  newest: 'Newest',
  reasons: {
    bounced: 'Mail bounced',
    complained: 'Marked mail as spam',
    blocked: 'On the mailbox’s block list',
  },
  notice: (addresses: number) =>
    `⚠️ You’d better not write to ${plural(addresses, { one: 'this address', other: 'these addresses' })}:`,
  tick: (addresses: string[]) => {
    const named = `Send it to ${list(addresses)} anyway`
    if (named.length <= BLOCK_LIMITS.option) return named
    return `Send it to ${plural(addresses.length, { one: 'this address', other: `these ${number(addresses.length)} addresses` })} anyway`
  },
  /** In the form; the address and the reasons are markup. */
  line: (address: string, reasons: string) => `*${address}*: ${reasons}`,
  more: (addresses: number) => `and ${count(addresses, { one: 'more address', other: 'more addresses' })}`,
  everyoneAt: (domain: string) => `Everyone at ${domain}`,
  theMail: 'the mail',
  clear: 'Clear…',
  clearAsk: 'Clear this entry?',
  clearText: (entry: string) =>
    `Bellhop stops warning about this entry: ${entry}. It’s also taken off the mailbox’s block lists that you may change.`,
  clearYes: 'Clear',
  clearNo: 'Keep',
  cleared: (address: string) => `${address} can be written to again.`,
  unblocked: (address: string) => `${address} can be written to again. It’s off the mailbox’s block list, too.`,
  stillBlocked: (address: string, why: string) =>
    `Bellhop’s warnings about ${address} are gone, but it’s still on the mailbox’s block list, so the mailbox won’t send to it. ${why}`,
  /** `whose`: which mail the list stops, `all` that of every inbox and `some` that of several. */
  blockedElsewhere: (address: string, whose: 'all' | 'some' | 'one') => {
    const list = `the mailbox’s block list for ${{ all: 'all inboxes', some: 'several inboxes', one: 'its inbox' }[whose]}`
    return `The entry for ${address} is cleared, but the mailbox still won’t send to it: it’s also on ${list}, which you can’t change. Ask an admin of the workspace to clear it in /mail suppressed.`
  },
  unchecked: (address: string, why: string) =>
    `Bellhop’s warnings about ${address} are gone. Whether it’s on the mailbox’s block list, Bellhop couldn’t find out. ${why}`,
  notCleared: (address: string, why: string) => `Nothing has changed for ${address}. ${why}`,
  gone: 'Somebody has cleared this address already.',
}
