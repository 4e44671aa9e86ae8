import type { UploadedFile } from '../../model/field-values.ts'
import { BOUNCE_FILES, INVITATION_FILES, UNSAFE_FILES } from './file-samples.ts'

export type ArrivalKind = 'received' | 'spam' | 'blocked' | 'unauthenticated'

export interface MailDraft {
  from: string
  to: string
  cc: string
  replyTo: string
  subject: string
  text: string
  html: string
  kind: ArrivalKind
  files: UploadedFile[]
  thread?: { thread_id: string; in_reply_to: string; subject: string }
}

export const EMPTY_DRAFT: MailDraft = {
  from: '',
  to: '',
  cc: '',
  replyTo: '',
  subject: '',
  text: '',
  html: '',
  kind: 'received',
  files: [],
}

const NEWSLETTER = `<!doctype html><html><body style="margin:0;background:#f2f2f2">
<div style="display:none">Three new pages, one new limit</div>
<table width="600" align="center" cellpadding="0" cellspacing="0"><tr><td style="padding:24px">
<img src="https://images.letters.test/logo.png" alt="Field Notes" width="120">
<h1>What changed in March</h1>
<p>Hi there,</p>
<p>Three things are <b>new</b> this month:</p>
<ul><li><a href="https://click.letters.test/t/8f3a?u=1">Webhooks</a> are retried five times</li>
<li>Inboxes now have a <i>display name</i></li><li>All limits are on <a href="https://docs.letters.test/limits">one page</a></li></ul>
<table><tr><th>Plan</th><th>Seats</th><th>Price</th></tr><tr><td>Small</td><td>3</td><td>29 EUR</td></tr><tr><td>Large</td><td>20</td><td>149 EUR</td></tr></table>
<p style="color:#888;font-size:12px">You’re getting this email because you signed up. <a href="https://click.letters.test/unsubscribe">Unsubscribe</a></p>
</td></tr></table><img src="https://pixel.letters.test/o.gif" width="1" height="1"></body></html>`

const HISTORY = `Thanks, that helps. One more question: does the schedule apply to test keys too?

Best,
Noor

On Wed, Mar 4, 2026 at 16:20, Support <support@acme.test> wrote:
> Hi Noor,
>
> We try five times: right away, then after 5 seconds, 5 minutes, 30 minutes and 2 hours.
>
> Maria
>
> On Wed, Mar 4, 2026 at 09:12, Noor Haddad <noor@northwind.test> wrote:
>> Hi,
>>
>> How often do you retry a webhook that fails? We were down for an hour last night
>> and want to find out what we missed.
>>
>> Noor Haddad
>> Northwind, Operations
>> +49 30 1234567`

const encoded = (text: string): string => btoa(text)

/** Ready-made mails for the cases worth trying. */
export const MAIL_TEMPLATES: [name: string, draft: MailDraft][] = [
  [
    'Plain',
    {
      ...EMPTY_DRAFT,
      from: 'Customer One <one@customer.test>',
      subject: 'Invoice 4711',
      text: 'Hi,\n\nThe total on invoice 4711 looks wrong: we ordered three seats, but it says five.\n\nCould you send us a corrected one?\n\nThanks,\nCustomer One',
    },
  ],
  [
    'Newsletter',
    {
      ...EMPTY_DRAFT,
      from: 'Field Notes <news@letters.test>',
      subject: 'What changed in March',
      text: 'Hi there, three things are new this month.',
      html: NEWSLETTER,
    },
  ],
  [
    'Long thread',
    {
      ...EMPTY_DRAFT,
      from: 'Noor Haddad <noor@northwind.test>',
      cc: 'ops@northwind.test',
      subject: 'Re: How often do you retry webhooks?',
      text: HISTORY,
    },
  ],
  [
    'Attachment',
    {
      ...EMPTY_DRAFT,
      from: 'Lea Brandt <lea@atelier.test>',
      subject: 'Signed order and seat list',
      text: 'Hi,\n\nI’ve attached the signed order and the list of seats.\n\nBest,\nLea',
      files: [
        {
          name: 'order.pdf',
          content_type: 'application/pdf',
          content: encoded(`%PDF-1.4\n${'% order 2207\n'.repeat(400)}%%EOF`),
        },
        {
          name: 'seats.csv',
          content_type: 'text/csv',
          content: encoded('name,seat\nLea Brandt,1\nTom Ode,2\nIda Roth,3\n'),
        },
      ],
    },
  ],
  [
    'Invitation',
    {
      ...EMPTY_DRAFT,
      from: 'Lea Brandt <lea@atelier.test>',
      subject: 'Kick-off',
      text: 'Hi,\n\nCan you make it? My contact card is attached.\n\nBest,\nLea',
      files: INVITATION_FILES,
    },
  ],
  [
    'Bounce report',
    {
      ...EMPTY_DRAFT,
      from: 'Mail Delivery System <mailer-daemon@mx.northwind.test>',
      subject: 'Undelivered Mail Returned to Sender',
      text: 'I’m sorry to have to inform you that your message could not be delivered.',
      files: BOUNCE_FILES,
    },
  ],
  [
    'Unsafe files',
    {
      ...EMPTY_DRAFT,
      from: 'Ida Roth <ida@atelier.test>',
      subject: 'Our offer',
      text: 'Hi,\n\nPlease find our offer attached.\n\nBest,\nIda',
      files: UNSAFE_FILES,
    },
  ],
  [
    'Spam',
    {
      ...EMPTY_DRAFT,
      from: 'Prize Desk <prize@win.test>',
      subject: 'You won',
      text: 'Congratulations! You’re our lucky winner. Claim 1,000,000 now: http://win.test/claim?id=99\n\nReply with your bank details.',
      kind: 'spam',
    },
  ],
  [
    'Phishing',
    {
      ...EMPTY_DRAFT,
      from: 'Acme Support <support@acme-accounts.test>',
      replyTo: 'collect@mailbox.test',
      subject: 'Action required <!channel> *password* expires today',
      text: 'Dear user,\n\nYour password expires today. Keep it here: https://acme.test/keep\n\n<https://evil.test/login|https://acme.test/login>\n\nIT desk, <@U0001>',
      html: '<p>Dear user,</p><p>Your password expires today. Keep it here: <a href="https://evil.test/login">https://acme.test/keep</a></p><p>IT desk</p>',
      kind: 'unauthenticated',
    },
  ],
]

export const ARRIVAL_KINDS: [ArrivalKind, string][] = [
  ['received', 'Received'],
  ['spam', 'Marked as spam'],
  ['blocked', 'Blocked'],
  ['unauthenticated', 'Not authenticated'],
]

const splitAddresses = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter(Boolean)

/** The body of `POST /control/mail/inbound` for a draft. */
export function buildInboundMail(draft: MailDraft, inboxId: string): Record<string, unknown> {
  const optional: Record<string, unknown> = {
    to: splitAddresses(draft.to),
    cc: splitAddresses(draft.cc),
    reply_to: splitAddresses(draft.replyTo),
    attachments: draft.files.map((file) => ({
      filename: file.name,
      content_type: file.content_type,
      content: file.content,
    })),
  }
  for (const [name, value] of Object.entries(optional))
    if (Array.isArray(value) && value.length === 0) delete optional[name]
  return {
    inbox_id: inboxId,
    from: draft.from,
    subject: draft.subject,
    ...(draft.text && { text: draft.text }),
    ...(draft.html && { html: draft.html }),
    ...(draft.kind !== 'received' && { kind: draft.kind }),
    ...(draft.thread && { thread_id: draft.thread.thread_id, in_reply_to: draft.thread.in_reply_to }),
    ...optional,
  }
}
