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

/** An address of a file as it was typed. */
export interface TypedLink {
  url: string
  /** What the file is called in the mail. */
  name: string
}

/** An address of a file that was asked. */
export interface CheckedLink extends TypedLink {
  /** Bytes; absent if the address doesn't say. */
  size?: number
}

/** Slack has long given up by then; the answer helps whoever presses Send again. */
const CHECK_MS = 10_000
const NAME_CHARS = 100

const idOf = ({ keyedHash }: Pick<OutboundScope, 'keyedHash'>, { url }: TypedLink): string =>
  keyedHash('link', url).slice(0, 12)

/** The field for addresses of files, one in each line, and what is known of those that were checked. */
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

/** What is typed in the field; undefined when the form has none. */
export const readLinksText = ({ values }: OpenView): string | undefined =>
  values[blockIds.links]?.[fieldIds.links]?.value ?? undefined

/** The addresses in a text, each once; what is none is kept as it is, to be named. */
export function parseLinks(typed: string): TypedLink[] {
  const urls = typed
    .split(/\s+/)
    .map((word) => word.replace(/^<|>$/g, ''))
    .filter(Boolean)
  return [...new Set(urls)].map((url) => ({ url, name: nameOf(url) }))
}

/** The last part of the path, as people read it. */
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

/** Asks each address once, and waits for a slow one only as long as Slack waits; what takes longer is found out before the mail leaves. `problems`: a sentence for each one that can't be attached. */
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
