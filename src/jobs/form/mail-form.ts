import type { AnswerableClick } from '../../access/answer-click.ts'
import type { JobSource } from '../../slice.ts'
import { sanitizeLine } from '../../core/sanitize-text.ts'
import { truncate } from '../../slack/blocks/mrkdwn.ts'
import { refuseForm } from '../access/authorize-start.ts'
import { quoteMailInPrompt } from '../model/job-prompt.ts'
import type { JobScope } from '../job-scope.ts'
import { openJobForm } from './job-form.ts'

const SUBJECT_CHARS = 150

/**
 * Opens the form that starts a job from a mail. The mail is a quote; the instruction is empty. The caller has checked that the person may read the
 * mail.
 */
export async function openMailJobForm(scope: JobScope, click: AnswerableClick, source: JobSource): Promise<void> {
  if (await refuseForm(scope, click)) return
  const { thread, mail, subject, channel, ts, threadTs, cards, from, at, text, files } = source
  const quote = quoteMailInPrompt({
    name: from,
    atMs: at,
    subject,
    text,
    files,
    by: click.user,
    ...(channel !== undefined && { channel }),
  })
  await openJobForm(scope, click, {
    door: 'form',
    text: '',
    quotes: [quote],
    ...(channel !== undefined && { channel }),
    ...(threadTs !== undefined && { threadTs }),
    mail: {
      thread,
      mail,
      subject: truncate(sanitizeLine(subject), SUBJECT_CHARS),
      cards,
      ...(channel !== undefined && { channel }),
      ...(ts !== undefined && { ts }),
    },
  })
}
