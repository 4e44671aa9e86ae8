import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { createMailboxClient } from '../../../../src/clients/mailbox/mailbox-client.ts'
import { DEFAULT_LANGUAGE } from '../../../../src/core/language.ts'
import { describeMailProblem } from '../../../../src/mail/cards/describe-problem.ts'
import { buildReply, type Reply, type ReplyContent } from '../../../../src/mail/records/replies/reply.ts'
import { mailTextIn } from '../../../../src/mail/text/mail-text.ts'
import type { SlackFile } from '../../../../src/slack/api/slack-files.ts'
import { allowEverything } from '../../../support/allow-everything.ts'
import { type GivenMailServices, log, openMailSlice } from '../../../support/mail-services.ts'
import { sampleMail } from '../../sample-mail.ts'
import { sampleReply } from '../../sample-reply.ts'

export const team = 'T1'
export const MEGABYTE = 1024 * 1024

export const content: ReplyContent = { ...sampleReply, user: 'U1' }

interface SentAttachment {
  filename?: string
  content?: string
  content_type?: string
  url?: string
}

export const upload = (name: string, bytes: Buffer | string = 'x', user = 'U1'): SlackFile => ({
  user,
  name,
  type: 'text/plain',
  bytes: Buffer.from(bytes),
})

/** Opens a mailbox whose files and other addresses answer as the test requires, and a reply that is due. */
export async function openOutgoing({
  answers = {},
  uploads = {},
  attachment = {},
  mayLinkHere = true,
  given = {},
}: {
  answers?: Record<string, (response: ServerResponse) => void>
  uploads?: Record<string, SlackFile | Error>
  attachment?: object
  /** Whether the mailbox's own host counts as public. */
  mayLinkHere?: boolean
  given?: Pick<GivenMailServices, 'authorizer'>
} = {}) {
  const sent: SentAttachment[][] = []
  const asked: string[] = []
  let isSilent = false
  const server = createServer((request, response) => {
    const { url = '', method } = request
    asked.push(url)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      const answer = answers[url]
      if (answer) return answer(response)
      if (method === 'POST') {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as { attachments?: SentAttachment[] }
        sent.push(body.attachments ?? [])
        if (isSilent) return void response.destroy()
        return void response.end(JSON.stringify({ message_id: '<m2@acme.test>', thread_id: 't1' }))
      }
      if (/\/messages\?/.test(url)) return void response.end(JSON.stringify({ messages: [] }))
      if (!url.includes('/attachments/')) return void response.writeHead(404).end()
      const found = { attachment_id: 'a1', size: 5, content_type: 'text/plain', download_url: `${baseUrl}/files/a1` }
      return void response.end(JSON.stringify({ ...found, ...attachment }))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const {
    services,
    runTask,
    sent: toSlack,
  } = await openMailSlice({
    access: allowEverything,
    ...given,
    mailbox: createMailboxClient({ baseUrl, apiKey: 'am_test', log, ...(mayLinkHere && { linkOrigin: baseUrl }) }),
    slack: {
      readFile: async (_, id) => {
        const file = uploads[id] ?? upload(id)
        if (file instanceof Error) throw file
        return file
      },
    },
  })
  await services.mailStore.mails.put('key', sampleMail, 0)
  const findReply = async () => (await services.replyStore.findReply('r1')) as Reply
  /** Tries to send a reply with these files, or the stored one again. */
  const send = async (more?: Partial<ReplyContent>, waitedMs = 0, schedule?: number) => {
    if (more) {
      const reply = buildReply('r1', { ...content, ...more }, Date.now() - waitedMs)
      await services.replyStore.replies.update('r1', () => reply)
    }
    const retry = await runTask('mail.send', {
      team,
      user: 'U1',
      reply: 'r1',
      ...(schedule !== undefined && { schedule }),
    })
    const { trouble, ...reply } = await findReply()
    const said = trouble && describeMailProblem(mailTextIn(DEFAULT_LANGUAGE), trouble)
    return { retry, state: reply.state, reason: trouble?.reason, said }
  }
  const silence = (silent: boolean) => void (isSilent = silent)
  return { baseUrl, sent, toSlack, asked, services, runTask, findReply, silence, send }
}

export const mailFile = { mail: 'key', id: 'a1', name: 'order.txt', size: 5 }
export const answerWith =
  (body: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(200, headers).end(body)
