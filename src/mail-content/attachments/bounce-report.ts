import { sanitizeLine } from '../../core/sanitize-text.ts'
import type { BounceFacts } from './mail-facts.ts'

type Recipient = BounceFacts['recipients'][number]

const MAX_RECIPIENTS = 10
const SAID_CHARS = 300
const TEXT_CHARS = 20_000
const ADDRESS = /[^\s@<>"',;:()[\]]{1,64}@[^\s@<>"',;:()[\]]{1,190}/
const MESSAGE_ID = /<[^\s<>]{1,500}>/

const withoutType = (value: string): string => value.replace(/^\s*[\w-]{1,40}\s*;\s*/, '')

/** `said`: the other server's own words. */
function describeRecipient(address: string, status: string | undefined, diagnosis: string): Recipient {
  const said = sanitizeLine(diagnosis).slice(0, SAID_CHARS).toWellFormed()
  const code = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(status ?? diagnosis)?.[0]
  return { address, ...(code !== undefined && { status: code }), ...(said !== '' && { said }) }
}

/** Returns the recipients that a mail did not reach, by a delivery report (RFC 3464); leaves out delays and deliveries. */
export function readDeliveryReport(report: string): Recipient[] {
  const groups = report
    .slice(0, TEXT_CHARS)
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split(/\n{2,}/)
  return groups
    .flatMap((group) => {
      const fields = new Map(
        group.split('\n').flatMap((line) => {
          const [, name, value = ''] = /^([\w-]{1,60}):\s*(.*)$/.exec(line) ?? []
          return name === undefined ? [] : [[name.toLowerCase(), value] as const]
        }),
      )
      const named = fields.get('final-recipient') ?? fields.get('original-recipient') ?? ''
      const address = ADDRESS.exec(withoutType(named))?.[0]
      const action = fields.get('action')?.trim().toLowerCase() ?? 'failed'
      if (address === undefined || action !== 'failed') return []
      return [describeRecipient(address, fields.get('status'), withoutType(fields.get('diagnostic-code') ?? ''))]
    })
    .slice(0, MAX_RECIPIENTS)
}

/** The same for reports in prose: the addresses that a header names, and the first line that looks like a server's answer. */
export function readProse(text: string, failed: string): Recipient[] {
  const beginning = text.slice(0, TEXT_CHARS)
  const diagnosis = /^.*\b5\d\d[ -](?:5\.\d{1,3}\.\d{1,3}\b)?.*$/m.exec(beginning)?.[0] ?? ''
  const named = failed
    .slice(0, TEXT_CHARS)
    .split(',')
    .flatMap((one) => ADDRESS.exec(one)?.[0] ?? [])
  const inProse =
    ADDRESS.exec(diagnosis)?.[0] ?? ADDRESS.exec(beginning.replace(/^.*\b(?:from|von|de):.*$/gim, ''))?.[0]
  const addresses = named.length > 0 ? named : inProse === undefined ? [] : [inProse]
  return addresses.slice(0, MAX_RECIPIENTS).map((address) => describeRecipient(address, undefined, diagnosis))
}

/** The id of the mail that a report returns, by the headers in it. */
export const findReturnedId = (returned: string): string | undefined =>
  MESSAGE_ID.exec(/^message-id:\s*(.*(?:\r?\n[ \t].*)?)/im.exec(returned.slice(0, TEXT_CHARS))?.[1] ?? '')?.[0]

/** The ids that a mail's headers refer to, the last ones first. */
export function listReferences(headers: Record<string, string>): string[] {
  const known = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const written = `${known.get('references') ?? ''} ${known.get('in-reply-to') ?? ''}`.slice(-TEXT_CHARS)
  return [...new Set(written.match(/<[^\s<>]{1,500}>/g) ?? [])].toReversed().slice(0, 20)
}
