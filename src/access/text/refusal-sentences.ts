import type { AccessAction } from '../actions.ts'
import { channelMention, mrkdwnLink, userMention } from '../../slack/blocks/mrkdwn.ts'
import type { AccessText } from './access-text.ts'

/** What a person was refused. `objectKind`: that of the audit's record. */
interface RefusedAct {
  action: AccessAction
  objectKind: string
}

/** The audit is seen by those who may change settings for everyone, but that is not what its reader wanted. */
const nameRefused = ({ action, objectKind }: RefusedAct): AccessAction | 'audit' =>
  objectKind === 'audit' ? 'audit' : action

/** What a person may not do, and whom to ask. `names` may be shown as they are; empty if nobody can be named. */
export const describeRefusal = (text: AccessText, refused: RefusedAct, names: string[]): string =>
  [
    text.refused[nameRefused(refused)],
    names.length === 0 ? text.askAdmin : text.askOne({ names: text.formats.list(names, 'or') }),
  ].join(' ')

/** Where the person who may help can see what it is about. */
type RequestPlace = { link: string } | { channel: string } | { user: string }

/** The question to a person who may help. `where`: a link, or else what Slack links by itself: a channel or the person. */
export const describeAccessRequest = (
  text: AccessText,
  who: string,
  refused: RefusedAct,
  where: RequestPlace,
): string => [text.wanted[nameRefused(refused)]({ who }), ...askForHelp(text, where)].join(' ')

function askForHelp(text: AccessText, where: RequestPlace): string[] {
  if ('channel' in where) return [text.helpIn({ channel: channelMention(where.channel) })]
  return [
    text.help,
    'link' in where ? mrkdwnLink(where.link, text.seeObject) : text.writeTo({ user: userMention(where.user) }),
  ]
}

/** What a menu of people covers, where its label does not say it, and what an empty one means. */
export function describeDefault(text: AccessText, action: AccessAction, kinds: string[]): string {
  const about: Partial<Record<AccessAction, string>> = text.about
  const byDefault = text.byDefault({ kinds: text.formats.list(kinds.map((kind) => text.quotedKind({ kind }))) })
  return about[action] === undefined ? byDefault : `${about[action]} ${byDefault}`
}
