import { expect } from 'vitest'
import { hashReplyContent } from '../../../../src/mail/records/replies/reply-content.ts'
import type { SentMail } from '../../../../sandbox/control-types.ts'
import { openAccessRecords } from '../../../support/access-rules.ts'
import { openSettings, showTarget } from '../../../support/app-settings.ts'
import { findField, readText } from '../../../support/block-queries.ts'
import { until } from '../../../support/harness.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import { createInbox } from '../../mailbox-calls.ts'

testSending({ file: true, env: { MAIL_UNDO_SECONDS: '0' } })(
  'a person signs mail of one inbox differently, and an inbox signs for everyone else',
  { tags: 'smoke' },
  async ({ app, slack, mail, docs, support, maria, aiko, tom }) => {
    const other = await createInbox(app, 'sales')
    for (const inbox of [mail.inbox, other]) await slack.command(aiko, docs, `/mail hold ${inbox} 0`)
    await app.settled()
    const mine = await openSettings(app, maria, docs, 'mine', '/mail settings')
    expect((await slack.fillForm(maria, mine, [[/^Your signature$/, 'Maria\nAcme']])).errors).toBeUndefined()
    const again = await openSettings(app, maria, docs, 'mine', '/mail settings')
    expect(readText(again)).toContain('Everywhere')
    await showTarget(app, maria, again, mail.inbox)
    const here = await until(async () =>
      (await slack.views(maria)).find((view) => readText(view).includes('Applies only to email you send from')),
    )
    expect(findField(here, /Notify me about/)).toBeUndefined()
    await slack.fillForm(maria, here, [[/^Your signature$/, 'Maria, Support']])
    const admin = await openSettings(app, aiko, docs, 'inboxes', '/mail settings')
    await showTarget(app, aiko, admin, mail.inbox)
    const inbox = await until(async () =>
      (await slack.views(aiko)).find((view) => findField(view, /^Signature of this inbox$/)),
    )
    await slack.fillForm(aiko, inbox, [[/^Signature of this inbox$/, 'Acme Support']])
    await app.settled()
    await mail.receive({ subject: 'Order', text: 'Where is it?' })
    const head = await slack.findMessage(support, /Where is it/)
    for (const [person, text, signature] of [
      [maria, 'On its way.', 'Maria, Support'],
      [tom, 'It arrived.', 'Tom Hadley\nAcme Support'],
    ] as const) {
      await slack.click(person, head, 'mail.reply')
      const form = await slack.findForm(person)
      const answer = await slack.fillForm(person, form, [['mail.text', text]])
      if (answer.response_action === 'update') await slack.submit(person, form.id)
      const sent = await mail.findSentMail(new RegExp(text))
      expect(sent.text).toMatch(new RegExp(`^${text}\n\n-- \n${signature}\n\nOn `))
      expect(sent.html).toContain(`<div class="moz-signature">-- <br>\n${signature.replace('\n', '<br>\n')}</div>`)
    }
  },
)

/** The hash of the sent mail, as stored in the mailbox. */
function hashSent(sent: SentMail, messageId: string): string {
  const readAddress = (text: string) => {
    const [, name, address = text] = /^"?(.*?)"? <(.*)>$/.exec(text) ?? []
    return { address, ...(name !== undefined && { name }) }
  }
  return hashReplyContent({
    thread: '',
    mail: '',
    user: '',
    userName: '',
    inboxId: sent.inbox_id,
    messageId,
    to: sent.to.map(readAddress),
    cc: [],
    bcc: [],
    replyTo: sent.reply_to.map(readAddress),
    written: null,
    text: sent.text ?? '',
    html: sent.html ?? '',
    files: [],
  })
}

testSending({ file: true, env: { MAIL_UNDO_SECONDS: '0' } })(
  'the writer’s name appears where the inbox’s settings require it, and the audit has the hash of the sent mail',
  async ({ app, slack, mail, docs, support, maria, aiko }) => {
    const { message_id: messageId } = await mail.receive({ subject: 'Order', text: 'Where is it?' })
    const head = await slack.findMessage(support, /Where is it/)
    const send = async (place: string, text: string): Promise<SentMail> => {
      const admin = await openSettings(app, aiko, docs, 'inboxes', '/mail settings')
      await showTarget(app, aiko, admin, mail.inbox)
      const inbox = await until(async () =>
        (await slack.views(aiko)).find((view) => view.id === admin.id && findField(view, /^Signature of this inbox$/)),
      )
      await slack.fillForm(aiko, inbox, [[/^Show the writer’s name$/, place]])
      await app.settled()
      await slack.click(maria, head, 'mail.reply')
      await slack.fillForm(maria, await slack.findForm(maria), [['mail.text', text]])
      return mail.findSentMail(new RegExp(text))
    }
    const below = await send('signature', 'On its way.')
    expect(below.text).toMatch(/^On its way\.\n\n-- \nMaria Torres\n\nOn /)
    expect(below.reply_to).toEqual([])
    const named = await send('reply_to', 'It arrived.')
    expect(named.text).toMatch(/^It arrived\.\n\nOn /)
    expect(named.reply_to).toEqual([`"Maria Torres" <${mail.inbox}>`])
    await app.settled()
    const records = await openAccessRecords(app)
    const audit = await records.readAudit()
    await records.close()
    const sends = audit.filter(({ object, verb }) => object.kind === 'reply' && verb === 'send').toReversed()
    expect(sends.map(({ user, outcome, hash }) => [user, outcome, hash])).toEqual(
      [below, named].map((sent) => [maria, 'done', records.hashText(hashSent(sent, messageId))]),
    )
  },
)
