import { type AccessAction, OPENING_VERB, WORKING_VERBS } from '../actions.ts'
import { channelMention, escapeMrkdwn, mrkdwnLink, userMention } from '../../slack/blocks/mrkdwn.ts'
import type { AccessText } from './access-text.ts'

/** The act that was refused. `objectKind`: that of the audit's record. */
interface RefusedAct {
  action: AccessAction
  verb?: string | undefined
  objectKind: string
  /** The chosen project; undefined if there was a choice of several. */
  project?: string | undefined
}

/** Reading the audit has no permission of its own, but a sentence of its own. */
const nameRefused = ({ action, objectKind }: RefusedAct): AccessAction | 'audit' =>
  objectKind === 'audit' ? 'audit' : action

/** Opening an email and working on it have no permission of their own either: people who may answer it may do both. */
function nameAct(refused: RefusedAct): AccessAction | 'audit' | 'email' | 'work' {
  const { action, verb = '' } = refused
  if (action !== 'mail.reply') return nameRefused(refused)
  if (verb === OPENING_VERB) return 'email'
  return WORKING_VERBS.includes(verb) ? 'work' : action
}

/** Names the refused action and the people to ask: escaped names, empty if nobody can be named; `true` if the reader can allow the act. */
export function describeRefusal(text: AccessText, refused: RefusedAct, whom: string[] | true): string {
  const isInProject = refused.action === 'jobs.start' && refused.project !== undefined
  const sentence = isInProject
    ? text.cannotStartIn({ project: escapeMrkdwn(refused.project ?? '') })
    : text.refused[nameAct(refused)]
  return [sentence, describeWhom(text, whom)].join(' ')
}

function describeWhom(text: AccessText, whom: string[] | true): string {
  if (whom === true) return text.allowYourself
  return whom.length === 0 ? text.askAdmin : text.askOne({ names: text.formats.list(whom, 'or') })
}

/** Where the person who is asked can see the object. */
export type RequestLocation = { link: string } | { channel: string } | { user: string }

/** The act that a person asks for, and where the people asked can see what it is about: a link, or else a channel or person that Slack links itself. */
interface AskedAct extends RefusedAct {
  who: string
  where: RequestLocation
}

/** The question to a person who can allow the act. `target`: the project or inbox that the setting is for. */
export function describeAccessRequest(text: AccessText, asked: AskedAct, target: string | undefined): string {
  const { setting } = text.actions[asked.action]
  const toAllow =
    target === undefined ? text.toAllow({ setting }) : text.toAllowIn({ setting, target: escapeMrkdwn(target) })
  return [text.wanted[nameAct(asked)](asked), ...askForHelp(text, asked.where), toAllow].join(' ')
}

/** The question to a person who may do it themselves but can't allow it. */
export function describeHelpRequest(text: AccessText, asked: AskedAct): string {
  const { who, action, objectKind, where } = asked
  const isEmail = objectKind === 'mail' || objectKind === 'reply'
  const name = nameAct(asked)
  const able = name === 'email' || name === 'work' ? text.workOn[name] : text.actions[action].name
  return [text.actsFor({ who, isEmail, action: able }), ...askForHelp(text, where)].join(' ')
}

/** The same request once somebody has allowed the act. */
export const describeGrantedRequest = (text: AccessText, asked: RefusedAct & { who: string }, by: string): string =>
  [text.wanted[nameAct(asked)](asked), text.allowedBy({ by })].join(' ')

function askForHelp(text: AccessText, where: RequestLocation): string[] {
  if ('channel' in where) return [text.helpIn({ channel: channelMention(where.channel) })]
  return [
    text.help,
    'link' in where ? `${mrkdwnLink(where.link, text.seeObject)}.` : text.writeTo({ user: userMention(where.user) }),
  ]
}

/** Describes what a menu of people covers, if its label doesn't, and what an empty menu means. */
export function describeDefault(text: AccessText, action: AccessAction, kinds: string[]): string {
  const about: Partial<Record<AccessAction, string>> = text.about
  const byDefault = text.byDefault({ kinds: text.formats.list(kinds.map((kind) => text.quotedKind({ kind }))) })
  return about[action] === undefined ? byDefault : `${about[action]} ${byDefault}`
}
