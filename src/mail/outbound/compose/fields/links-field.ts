import { sanitizeLine } from '../../../../core/sanitize-text.ts'
import { contextBlock, plainText } from '../../../../slack/blocks/block-builders.ts'
import { inputBlock, textInput } from '../../../../slack/blocks/form-fields.ts'
import type { MessageBlock } from '../../../../slack/blocks/slack-message.ts'
import type { OpenView } from '../../../../slack/inbound/listeners.ts'
import { nameCheckedFiles } from '../../../text/outbound/file-names.ts'
import { checkLink } from '../../files/fetch-link.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import type { MailText } from '../../../text/mail-text.ts'
import { explainProblem } from '../../../text/problem-sentences.ts'
import { blockIds, fieldIds } from './reply-form-state.ts'

/** An address of a file, as typed. */
export interface TypedLink {
  url: string
  /** The name of the file in the mail. */
  name: string
}

/** An address of a file, after a check. */
export interface CheckedLink extends TypedLink {
  /** Bytes; absent if the server does not report it. */
  size?: number
}

/** Slack has given up by then; the answer serves the next press of Send. */
const CHECK_MS = 10_000
const NAME_CHARS = 100

const idOf = ({ keyedHash }: Pick<OutboundScope, 'keyedHash'>, { url }: TypedLink): string =>
  keyedHash('link', url).slice(0, 12)

/** The field for addresses of files, one per line, and the results of their checks. */
export function buildLinksField(text: MailText, typed: string, checked: CheckedLink[]): MessageBlock[] {
  const { outgoing } = text
  return [
    inputBlock(
      { blockId: blockIds.links, label: outgoing.links, hint: outgoing.linksHint, optional: true, dispatch: true },
      textInput({ actionId: fieldIds.links, initial: typed, multiline: true, reportsTyping: true }),
    ),
    ...(checked.length > 0
      ? contextBlock(plainText(outgoing.checked({ files: nameCheckedFiles(text, checked) }), 900))
      : []),
  ]
}

/** The text of the field; undefined if the form has none. */
export const readLinksText = ({ values }: OpenView): string | undefined =>
  values[blockIds.links]?.[fieldIds.links]?.value ?? undefined

/** Reads the addresses in a text, each once. Invalid words are kept, and named in an error later. */
export function parseLinks(typed: string): TypedLink[] {
  const urls = typed
    .split(/\s+/)
    .map((word) => word.replace(/^<|>$/g, ''))
    .filter(Boolean)
  return [...new Set(urls)].map((url) => ({ url, name: nameOf(url) }))
}

/** The last part of the path, decoded. */
function nameOf(address: string): string {
  const url = URL.parse(address)
  if (!url) return address.slice(0, NAME_CHARS)
  const last = url.pathname.split('/').findLast(Boolean) ?? ''
  const name = sanitizeLine(decode(last)).replace(/[\\/:*?"<>|]/g, '_')
  return (name || url.hostname).slice(-NAME_CHARS).toWellFormed()
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Checks each address once, and waits for a slow one only while Slack waits; slower problems are found before the mail is sent. `problems` holds a
 * sentence for each address that can't be attached.
 */
export async function checkLinks(
  scope: OutboundScope,
  text: MailText,
  links: TypedLink[],
): Promise<{ problems: string[]; checked: CheckedLink[] }> {
  const found = await Promise.all(
    links.map(async (link) => {
      const check = () => checkLink(scope, link.url, CHECK_MS)
      const answer = (await scope.outbound.linkAnswers.find(idOf(scope, link), check)) ?? {
        problem: 'link_slow' as const,
      }
      return { link, answer }
    }),
  )
  const problems = found.flatMap(({ link, answer }) =>
    'problem' in answer && answer.problem !== 'link_slow'
      ? [explainProblem(text, answer.problem, { code: answer.problem, file: link.url.slice(0, NAME_CHARS) })]
      : [],
  )
  const checked = found.map(({ link, answer }) => ({
    ...link,
    ...('size' in answer && answer.size !== undefined && { size: answer.size }),
  }))
  return { problems, checked }
}
