import { expect } from 'vitest'
import { findButton, readText } from '../../support/block-queries.ts'
import { createForger } from '../../support/forged-requests.ts'
import { until } from '../../support/harness.ts'
import { test } from '../../support/story-test.ts'

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
    const answer = await app.slack.findEphemeral(support, tom, /already in the thread/, head.ts)
    expect(readText(answer)).toContain(card.ts.replace('.', ''))
    await app.settled()
    const thread = await app.slack.messages(support, head.ts)
    const names = thread.flatMap(({ files = [] }) => files.map(({ name }) => name))
    expect(names).toEqual(['order.txt', 'photos.rar', 'logo.png'])
    const first = thread.find(({ ts }) => ts !== head.ts)
    expect(first?.ts).toBe(card.ts)
  },
)

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

  await app.slack.click(aiko, card, 'mail.release')
  const head = await until(async () => (await app.slack.messages(support)).find((one) => findButton(one, /^Files$/)))
  await app.slack.click(aiko, { ...head, channel: support }, 'mail.files')
  await app.slack.findFile(support, /prize\.txt/, head.ts)
})
