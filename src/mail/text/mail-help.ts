import type { MailText } from './mail-text.ts'

/** Lists the `/mail` commands for the reader, one per line. */
export const writeMailHelp = ({ command: { help } }: MailText, may: { setUp: boolean; audit: boolean }): string =>
  [
    help.intro,
    help.list,
    help.write,
    help.find,
    help.saved,
    help.drafts,
    help.scheduled,
    help.approvals,
    help.suppressed,
    help.inboxes,
    help.rules,
    help.status,
    help.metrics,
    help.settings,
    ...(may.setUp ? [help.route, help.quarantine, help.hold, help.approval, help.import, help.webhooks] : []),
    ...(may.audit ? [help.audit] : []),
    help.sending,
  ].join('\n')
