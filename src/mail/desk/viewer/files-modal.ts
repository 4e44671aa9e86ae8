import { contextBlock, plainText, section } from '../../../slack/blocks/block-builders.ts'
import { modal } from '../../../slack/blocks/form-fields.ts'
import { mrkdwnLink } from '../../../slack/blocks/mrkdwn.ts'
import type { MessageBlock, View } from '../../../slack/blocks/slack-message.ts'
import { isolateDirection } from '../../../core/isolate-direction.ts'
import { mailCallbackIds } from '../../action-ids.ts'
import type { Mail } from '../../records/mail/mail.ts'
import type { MailText } from '../../text/mail-text.ts'

/** The link to an attachment, or the reason for its absence; undefined while the mailbox is being asked. */
export type FileLink = { url: string } | { failed: string } | undefined

/** Lists attachments of a mail, each with its link. */
export function buildFilesModal(
  { forms: words, formats }: MailText,
  files: Mail['attachments'],
  states: FileLink[],
): View {
  return modal({
    callbackId: mailCallbackIds.mail,
    title: words.filesTitle,
    close: words.close,
    blocks: [
      ...files.flatMap((one, index): MessageBlock[] => {
        const state = states[index]
        const about = [isolateDirection(one.name), one.size !== undefined && formats.size(one.size), one.type]
          .filter(Boolean)
          .join(' · ')
        return [
          section(plainText(about, 300)),
          ...contextBlock(
            state === undefined
              ? words.asking
              : 'url' in state
                ? mrkdwnLink(state.url, words.download)
                : plainText(words.noFile({ reason: state.failed }), 300),
          ),
        ]
      }),
      ...contextBlock(words.filesNote),
    ].slice(0, 98),
  })
}
