import type { Mail } from './mail.ts'

const patterns = {
  calendar: { type: /^(?:text\/calendar|application\/ics)\b/i, name: /\.ics$/i },
  contacts: { type: /^text\/(?:x-)?(?:vcard|directory)\b/i, name: /\.vcf$/i },
  report: { type: /^message\/(?:global-)?delivery-status\b/i, name: /^$/ },
  /** The mail that a report returns, or its headers. */
  returned: { type: /^(?:message\/(?:rfc822|global)|text\/rfc822-headers)\b/i, name: /^$/ },
}

/** A part of a mail that can be shown as more than a file. */
export type FactSource = keyof typeof patterns
export const factSources = Object.keys(patterns) as FactSource[]

interface NamedPart {
  name?: string | null | undefined
  type?: string | undefined
}

/** Whether this part of a mail is read for its facts. */
export const isFactPart = (source: FactSource, { name, type }: NamedPart): boolean =>
  patterns[source].type.test(type ?? '') || patterns[source].name.test(name ?? '-')

/** The attachment that is read for these facts. */
export const findFactFile = ({ attachments }: Mail, source: FactSource): Mail['attachments'][number] | undefined =>
  attachments.find((one) => isFactPart(source, one))
