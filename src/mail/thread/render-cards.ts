import type { Clock } from '../../core/clock.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { buildMailCard } from './mail-card.ts'
import { canLookUp } from '../reply/reply-actions.ts'
import { buildReplyCard } from '../reply/reply-card.ts'
import { previewMail } from '../content/mail-preview.ts'
import type { MailStore } from '../model/mail-store.ts'
import { emptyDeliveryReport } from '../model/delivery-status.ts'
import type { ReplyStore } from '../model/reply-store.ts'

/** What each record looks like at this moment. */
export function shown({ bag, outgoing, clock }: { bag: MailStore; outgoing: ReplyStore; clock: Clock }) {
  const mailOf = async (team: string, key: string | undefined) =>
    key === undefined ? undefined : (await bag.mails(team).get(key))?.value

  return {
    /** The first mail of a thread, and what has come since. */
    head: async (team: string, id: string): Promise<Message | undefined> => {
      const thread = (await bag.threads(team).get(id))?.value
      const key = thread?.mails[0]
      const mail = await mailOf(team, key)
      if (!thread || !key || !mail) return undefined
      const last = await mailOf(team, thread.mails.at(-1))
      return buildMailCard({
        mail,
        reading: previewMail(mail),
        at: { thread: id, mail: key },
        thread: { facts: thread, last },
      })
    },

    further: async (team: string, key: string): Promise<Message | undefined> => {
      const mail = await mailOf(team, key)
      return mail && buildMailCard({ mail, reading: previewMail(mail), at: { thread: mail.thread, mail: key } })
    },

    reply: async (team: string, id: string): Promise<Message | undefined> => {
      const letter = (await outgoing.replies(team).get(id))?.value
      if (!letter) return undefined
      const facts = letter.sentId ? await outgoing.facts(team, letter.inboxId, letter.sentId) : emptyDeliveryReport
      return buildReplyCard(letter, id, facts, { canLook: canLookUp(letter, clock) })
    },
  }
}
