import { expect } from 'vitest'
import type { View } from '../../../sandbox/control-types.ts'
import { isFields } from '../../../tools/fields.ts'
import { findButton, readText } from '../../support/block-queries.ts'
import { createForger } from '../../support/forged-requests.ts'
import { type Harness, until } from '../../support/harness.ts'
import { test } from '../../support/story-test.ts'
import { pressInMore } from '../mail-menu.ts'

/** Waits for a window with these words and this many pictures. */
const findWindow = (app: Harness, user: string, fits: RegExp, pictures = 0): Promise<View> =>
  until(async () =>
    (await app.slack.views(user)).find((view) => fits.test(readText(view)) && listImages(view).length === pictures),
  )

/** The files in Slack that a window shows as pictures. */
const listImages = ({ blocks }: View): unknown[] =>
  blocks.flatMap(({ type, slack_file: file }) => (type === 'image' && isFields(file) ? [file['id']] : []))

const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64')

test(
  'Files puts the attachments into the thread once, and explains why one is missing',
  { tags: 'smoke' },
  async ({ app, support, maria, tom }) => {
    await app.mail.receive({
      subject: 'Order',
      text: 'Five files',
      attachments: [
        { filename: 'order.txt', content_type: 'text/plain', content: base64('three seats') },
        { filename: 'invoice.pdf', content_type: 'application/pdf', content: base64('MZ\x90\0 a program') },
        { filename: 'photos.rar', content: base64('Rar!\x1a\x07\0 rest') },
        { filename: 'film.mov', content: base64('x'), size: 26 * 1024 * 1024 + 1 },
        {
          filename: 'logo.png',
          content_type: 'image/png',
          content: base64('\x89PNG'),
          inline: true,
          content_id: 'logo',
        },
      ],
    })
    const head = await app.slack.findMessage(support, /Order/)
    await app.slack.click(maria, head, 'mail.files')
    const { content, mimetype } = await app.slack.findFile(support, /order\.txt/, head.ts)
    expect({ content, mimetype }).toEqual({ content: 'three seats', mimetype: 'text/plain' })
    const card = await app.slack.findMessage(support, /2 of 4 files are in this thread/, head.ts)
    const text = readText(card)
    expect(text).toContain('invoice.pdf is a program, so it stays in the mailbox')
    expect(text).toContain('film.mov is larger than 25 MB')
    expect(text).toContain('photos.rar is a RAR archive')
    expect(text).toContain(`<@${maria}>`)

    // A file that is too large can be downloaded from the mailbox; no other file can.
    await app.slack.click(tom, { ...card, thread: head.ts }, 'mail.file_links')
    const links = await until(async () =>
      (await app.slack.views(tom)).find((view) => /\|Download>/.test(readText(view))),
    )
    expect(readText(links)).toContain('film.mov')
    expect(readText(links)).not.toMatch(/invoice\.pdf|photos\.rar/)

    await app.slack.click(tom, { ...card, thread: head.ts }, 'mail.more_files')
    await app.slack.findFile(support, /logo\.png/, head.ts)
    await until(async () => readText(await app.slack.findMessage(support, /3 of 5 files/, head.ts)))

    await app.slack.click(tom, head, 'mail.files')
    const there = await findWindow(app, tom, /Open 3 files in the thread/, 1)
    expect(readText(there)).toContain(card.ts.replace('.', ''))
    await app.settled()
    const thread = await app.slack.messages(support, head.ts)
    const names = thread.flatMap(({ files = [] }) => files.map(({ name }) => name))
    expect(names).toEqual(['order.txt', 'photos.rar', 'logo.png'])
    const first = thread.find(({ ts }) => ts !== head.ts)
    expect(first?.ts).toBe(card.ts)
  },
)

test('Files on the card shows an attached picture in a window, to each person who presses it', async ({
  app,
  support,
  maria,
  tom,
}) => {
  const attachments = [
    { filename: 'crack.png', content_type: 'image/png', content: base64('\x89PNG crack') },
    { filename: 'order.txt', content_type: 'text/plain', content: base64('three seats') },
  ]
  await app.mail.receive({ subject: 'Broken', text: 'See the picture', attachments })
  const head = await app.slack.findMessage(support, /Broken/)
  // Slack has not prepared the picture at first.
  await app.addFault({
    target: 'slack',
    match: 'views.update',
    mode: 'status',
    status: 200,
    error: 'invalid_arguments',
    times: 1,
  })
  await app.slack.click(maria, head, 'mail.files')
  const shown = await findWindow(app, maria, /Open 2 files in the thread/, 1)
  const { id } = await app.slack.findFile(support, /crack\.png/, head.ts)
  expect(listImages(shown)).toEqual([id])
  expect(readText(shown)).toContain('order.txt')
  await app.settled()
  expect((await app.slack.messages(support, head.ts)).filter((one) => one.ephemeral_for)).toEqual([])

  await app.slack.click(tom, head, 'mail.files')
  const again = await findWindow(app, tom, /Open 2 files/, 1)
  expect(listImages(again)).toEqual([id])
  await app.settled()
  expect((await app.slack.messages(support, head.ts)).flatMap(({ files = [] }) => files)).toHaveLength(2)
})

test('the files of a done email are offered behind More… and beside its text', async ({
  app,
  slack,
  support,
  maria,
  tom,
}) => {
  const attachments = [{ filename: 'order.txt', content_type: 'text/plain', content: base64('three seats') }]
  await app.mail.receive({ subject: 'Order', text: `One file. ${'More words. '.repeat(300)}`, attachments })
  const head = await slack.findMessage(support, /One file/)
  await slack.click(maria, head, 'mail.done')
  const done = await slack.findMessage(support, /Done by/)
  expect(findButton(done, /^Files$/)).toBeUndefined()
  await pressInMore(slack, tom, done, 'mail.files')
  await findWindow(app, tom, /Open .*in the thread/)
  await slack.findFile(support, /order\.txt/, head.ts)

  await slack.click(maria, done, 'mail.read')
  const text = await findWindow(app, maria, /One file/)
  const files = findButton(text, /^Files$/)
  await slack.clickInView(maria, text.id, files?.action_id ?? '', files?.['value'])
  await findWindow(app, maria, /Open .*in the thread/)
})

test('a picture that Slack does not show hides no other one', async ({ app, support, maria }) => {
  const attachments = ['broken.svg', 'crack.png'].map((filename) => ({
    filename,
    content_type: 'image/png',
    content: base64(`\x89PNG ${filename}`),
  }))
  await app.mail.receive({ subject: 'Broken', text: 'See the pictures', attachments })
  const head = await app.slack.findMessage(support, /Broken/)
  await app.slack.click(maria, head, 'mail.files')
  const shown = await findWindow(app, maria, /preparing a picture/, 1)
  const { id } = await app.slack.findFile(support, /crack\.png/, head.ts)
  expect(listImages(shown)).toEqual([id])
})

test('the window of the files also gets the pictures of the text', async ({ app, support, maria }) => {
  const picture = { content_type: 'image/png', inline: true }
  const names = ['a.png', 'b.png']
  await app.mail.receive({
    subject: 'Look',
    text: 'x',
    attachments: [
      { filename: 'note.txt', content_type: 'text/plain', content: base64('x') },
      ...names.map((filename) => ({
        ...picture,
        filename,
        content: base64(`\x89PNG ${filename}`),
        content_id: filename,
      })),
    ],
  })
  const head = await app.slack.findMessage(support, /Look/)
  await app.slack.click(maria, head, 'mail.files')
  const first = await findWindow(app, maria, /Open the file in the thread/)
  await app.slack.clickInView(maria, first.id, 'mail.more_files', findButton(first, /Get 2 pictures/)?.['value'])
  await findWindow(app, maria, /Open 3 files/, 2)
  await app.settled()
  expect(await app.slack.views(maria)).toHaveLength(1)
})

test('a file whose answer from Slack is lost is shared once, and the content of an archive is listed', async ({
  app,
  support,
  maria,
}) => {
  const zip =
    'UEsDBBQAAAAAAAAAIQCGphA2BQAAAAUAAAAFAAAAYS50eHRoZWxsb1BLAQIUAxQAAAAAAAAAIQCGphA2BQAAAAUAAAAFAAAAAAAAAAAAAACAAQAAAABhLnR4dFBLBQYAAAAAAQABADMAAAAoAAAAAAA='
  await app.mail.receive({ subject: 'Backup', text: 'x', attachments: [{ filename: 'backup.zip', content: zip }] })
  const head = await app.slack.findMessage(support, /Backup/)
  await app.addFault({ target: 'slack', match: 'files.completeUploadExternal', mode: 'accept-then-drop', times: 1 })
  await app.slack.click(maria, head, 'mail.files')
  await app.slack.findMessage(support, /The file is in this thread/, head.ts)
  await app.settled()
  const thread = await app.slack.messages(support, head.ts)
  expect(thread.flatMap(({ files = [] }) => files.map(({ name }) => name))).toEqual(['backup.zip'])
})

test('a file that the mailbox does not provide now can be requested again', async ({ app, support, maria }) => {
  await app.mail.receive({
    subject: 'Plan',
    text: 'x',
    attachments: ['a.txt', 'b.txt'].map((filename) => ({ filename, content: base64(filename) })),
  })
  const head = await app.slack.findMessage(support, /Plan/)
  await app.addFault({
    target: 'mail',
    match: 'GET /mail/v0/inboxes',
    mode: 'status',
    status: 403,
    error: 'forbidden',
    times: 1,
  })
  await app.slack.click(maria, head, 'mail.files')
  const card = await app.slack.findMessage(support, /didn’t provide a\.txt\. The mailbox key isn’t allowed/, head.ts)
  await until(async () => findButton(await app.slack.findMessage(support, /1 of 2 files/, head.ts), /^Try again$/))
  await app.slack.click(maria, { ...card, thread: head.ts }, 'mail.more_files')
  expect((await app.slack.findFile(support, /a\.txt/, head.ts)).content).toBe('a.txt')
  await app.slack.findMessage(support, /Both files are in this thread/, head.ts)
})

test('files of restricted mail stay in the mailbox until it is released', async ({ app, support, aiko }) => {
  const attachments = [{ filename: 'prize.txt', content: base64('you won') }]
  await app.mail.receive({ kind: 'spam', subject: 'Prize', text: 'x', attachments })
  const card = await app.slack.findMessage(support, /Prize/)
  const value = String(findButton(card, /^Release from quarantine$/)?.['value'])
  const forger = createForger(app.sandbox, (await app.client.slack.app()).team.id)
  await forger.click(aiko, { actionId: 'mail.files', value, message: card })
  await app.slack.findEphemeral(support, aiko, /stay in the mailbox until someone releases/, card.ts)
  await app.settled()
  expect(await app.slack.calls('files.getUploadURLExternal')).toEqual([])

  await app.slack.clickAndConfirm(aiko, card, 'mail.ask_release')
  const head = await until(async () => (await app.slack.messages(support)).find((one) => findButton(one, /^Files$/)))
  await app.slack.click(aiko, { ...head, channel: support }, 'mail.files')
  await app.slack.findFile(support, /prize\.txt/, head.ts)
})
