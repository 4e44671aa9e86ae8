import { expect } from 'vitest'
import { findButton, findElements, readText } from '../../../support/block-queries.ts'
import { type Harness, until, type View } from '../../../support/harness.ts'
import { testSending } from '../../../support/sending/sending-story.ts'
import { openForwardForm } from './new-mail.ts'

/** Types an answer to a new email, and closes the form. */
async function leaveDraft({ slack, mail }: Harness, channel: string, user: string): Promise<void> {
  await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
  const head = await slack.findMessage(channel, /The total looks wrong/)
  await slack.click(user, head, 'mail.reply')
  const form = await slack.findForm(user)
  const field = findElements(form).find(({ action_id: id }) => id === 'mail.text')
  await slack.closeView(user, form.id, { [field?.block_id ?? '']: { 'mail.text': 'We are looking into it.' } })
  await slack.findEphemeral(channel, user, /Draft of your reply/)
}

const findList = ({ slack }: Harness, user: string, fits: RegExp): Promise<View> =>
  until(async () =>
    (await slack.views(user)).findLast((view) => view['callback_id'] === 'mail.drafts' && fits.test(readText(view))),
  )

testSending({ env: {} })(
  'drafts are listed by their command and on Home, where they are continued and deleted',
  async ({ app, slack, support, maria }) => {
    await leaveDraft(app, support, maria)
    await slack.openHome(maria)
    const home = await until(async () =>
      (await slack.views(maria)).find((view) => view.type === 'home' && /looking into it/.test(readText(view))),
    )
    const ids = findElements(home).map(({ action_id: id }) => id)
    expect(ids.slice(0, 2)).toEqual(['mail.write', 'mail.find_open'])
    expect(ids).toContain('mail.continue_draft')
    await slack.command(maria, support, '/mail drafts')
    const list = await findList(app, maria, /Invoice/)
    const slot = findElements(list).find(({ action_id: id }) => id === 'mail.drop_draft')?.['value']
    await slack.clickInView(maria, list.id, 'mail.drop_draft', slot)
    expect(readText(await findList(app, maria, /Nothing was sent/))).toContain('No drafts')
    await until(async () =>
      (await slack.views(maria)).some((view) => view.type === 'home' && !/looking into it/.test(readText(view))),
    )
  },
)

testSending({ env: {} })(
  'the text of a draft can still be copied once its writer has left the channel of the email, and the email is not named',
  async ({ app, slack, mail, docs, leads, aiko, maria }) => {
    await slack.command(aiko, docs, `/mail route ${mail.inbox} #leads`)
    await app.settled()
    await leaveDraft(app, leads, maria)
    await slack.changeWorkspace('kick', { channel: leads, user: maria })
    await slack.command(maria, docs, '/mail drafts')
    const list = await findList(app, maria, /looking into it/)
    expect(readText(list)).not.toContain('Invoice')
    const show = findButton(list, /^Show text$/)
    await slack.clickInView(maria, list.id, 'mail.continue_draft', show?.['value'])
    const shown = await until(async () =>
      (await slack.views(maria)).find((view) => view['callback_id'] === 'mail.draft_text'),
    )
    expect(readText(shown)).toContain('We are looking into it.')
    expect(readText(shown)).not.toContain('Invoice')
  },
)

testSending({ env: {} })(
  'the draft of a forward does not name its email once its writer has left the channel',
  async ({ app, slack, mail, docs, leads, aiko, maria }) => {
    await slack.command(aiko, docs, `/mail route ${mail.inbox} #leads`)
    await app.settled()
    await mail.receive({ subject: 'Layoffs', text: 'In private.' })
    const form = await openForwardForm(app, maria, await slack.findMessage(leads, /In private/))
    const fieldOf = (id: string) => findElements(form).find((one) => one.action_id === id)?.block_id ?? ''
    await slack.closeView(maria, form.id, {
      [fieldOf('mail.text')]: { 'mail.text': 'Have a look.' },
      [fieldOf('mail.subject')]: { 'mail.subject': 'Fwd: Layoffs' },
    })
    await slack.command(maria, docs, '/mail drafts')
    await findList(app, maria, /Forward: “Fwd: Layoffs”/)
    await slack.changeWorkspace('kick', { channel: leads, user: maria })
    await slack.command(maria, docs, '/mail drafts')
    const list = await findList(app, maria, /Forward of an email you can’t read/)
    expect(readText(list)).toContain('Have a look.')
    expect(readText(list)).not.toContain('Layoffs')
    const show = findButton(list, /^Show text$/)
    await slack.clickInView(maria, list.id, 'mail.continue_draft', show?.['value'])
    const shown = await until(async () =>
      (await slack.views(maria)).find((view) => view['callback_id'] === 'mail.draft_text'),
    )
    expect(readText(shown)).toContain('so you can’t continue this draft')
    expect(readText(shown)).not.toContain('Layoffs')
  },
)

testSending({ env: {} })(
  'a form that its person closes after becoming a guest is kept until they are a member again',
  async ({ app, slack, mail, support, maria }) => {
    await mail.receive({ subject: 'Invoice', text: 'The total looks wrong' })
    const head = await slack.findMessage(support, /The total looks wrong/)
    await slack.click(maria, head, 'mail.reply')
    const form = await slack.findForm(maria)
    await slack.changeWorkspace('role', { user: maria, role: 'guest' })
    const field = findElements(form).find(({ action_id: id }) => id === 'mail.text')
    await slack.closeView(maria, form.id, { [field?.block_id ?? '']: { 'mail.text': 'We are looking into it.' } })
    await app.settled()
    const shown = (await slack.messages(support)).filter((one) => one.ephemeral_for === maria)
    expect(shown.map(readText).join('\n')).not.toContain('looking into it')
    await slack.changeWorkspace('role', { user: maria, role: 'member' })
    await slack.command(maria, support, '/mail drafts')
    await findList(app, maria, /looking into it/)
  },
)

// A week passes in a few seconds.
testSending({ env: { CLOCK_SCALE: '100000' } })(
  'the life of a draft follows the scale of the clock',
  async ({ app, slack, support, maria }) => {
    await leaveDraft(app, support, maria)
    await until(async () => {
      await slack.command(maria, support, '/mail drafts')
      return (await slack.views(maria)).some(
        (view) => view['callback_id'] === 'mail.drafts' && readText(view).includes('No drafts'),
      )
    })
  },
)
