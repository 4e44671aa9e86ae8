import { expect } from 'vitest'
import { htmlToRichText } from '../../../../src/mail-content/reading/html/html-to-rich-text.ts'
import { findButton, readText } from '../../../support/block-queries.ts'
import { type Harness, until } from '../../../support/harness.ts'
import { testSending } from '../../../support/sending/sending-story.ts'

const inbound = {
  subject: 'Invoice 4711',
  from: 'Ana Ruiz <ana@customer.test>',
  text: 'The total looks wrong.\n\n> Your invoice.',
  html: '<p>The total <b>looks</b> wrong.<img src="https://tracker.test/1.gif"></p><blockquote type="cite">Your invoice.</blockquote>',
}
const written = {
  type: 'rich_text',
  elements: [
    { type: 'rich_text_preformatted', elements: [{ type: 'text', text: '  total = 4711\n\tend' }] },
    { type: 'rich_text_section', elements: [{ type: 'text', text: 'It is  right.', style: { bold: true } }] },
  ],
}
const findPreview = (app: Harness, user: string, fits: RegExp) =>
  until(async () => (await app.slack.views(user)).find((view) => fits.test(JSON.stringify(view.blocks))))

testSending({ env: { MAIL_UNDO_SECONDS: '0' } })(
  'the sent mail equals the preview byte for byte, and Slack shows only the writer’s own text',
  { tags: 'smoke' },
  async ({ app }) => {
    const support = await app.slack.channel('support')
    const maria = await app.slack.user('maria')
    await app.mail.receive(inbound)
    const head = await app.slack.findMessage(support, /The total looks wrong/)
    await app.slack.click(maria, head, 'mail.reply')
    const form = await app.slack.findForm(maria)
    const values = { text: { 'mail.text': { type: 'rich_text_input', rich_text_value: written } } }
    await app.slack.clickInView(maria, form.id, 'mail.preview', undefined, values)
    const formatted = await findPreview(app, maria, /Subject: Re: Invoice 4711/)
    expect(readText(formatted)).toContain('To: Ana Ruiz <ana@customer.test>')
    expect(readText(formatted)).toContain('It is  right.')
    const more = findButton(formatted, /^Show plain text$/)
    await app.slack.clickInView(maria, formatted.id, 'mail.preview_page:body', more?.['value'])
    const plain = await findPreview(app, maria, /This is the plain text/)
    await app.slack.closeView(maria, plain.id)
    await app.slack.submit(maria, form.id, values)
    const sent = await app.mail.findSentMail(/It is {2}right/)
    const bodyOf = (view: { blocks: unknown[] }) =>
      view.blocks.find((block) => (block as { type: string }).type === 'rich_text') as { elements: unknown[] }
    expect(bodyOf(plain).elements).toEqual([
      { type: 'rich_text_preformatted', elements: [{ type: 'text', text: sent.text }] },
    ])
    expect(bodyOf(formatted).elements).toEqual(
      htmlToRichText(sent.html ?? '', { collapse: 'nothing', keepsBlanks: true }).richText.elements,
    )
    expect(sent.subject).toBe('Re: Invoice 4711')
    expect(sent.text).toMatch(
      /^ {2}total = 4711\n\tend\nIt is {2}right\.\n\n-- \nMaria Torres\n\nOn .*, Ana Ruiz <ana@customer\.test> wrote:\n> The total looks wrong\.\n>\n>> Your invoice\.$/,
    )
    expect(sent.html).toContain(
      '<p>The total <b>looks</b> wrong.</p><blockquote type="cite">Your invoice.</blockquote>',
    )
    expect(sent.html).not.toContain('tracker')
    const card = await app.slack.findCard(support, 'sent', { kind: 'mail.reply', thread: head.ts })
    expect(readText(card)).toContain('It is  right.')
    expect(readText(card)).not.toMatch(/wrote:|The total looks wrong/)
  },
)
