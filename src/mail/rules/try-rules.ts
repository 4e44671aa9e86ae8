import { answerSoon } from '../../access/access-policy.ts'
import { decideRoute, type MailRoute } from '../model/decide-route.ts'
import { isQuarantined, type Mail } from '../model/mail.ts'
import type { RoutingSettings } from '../model/routing-settings.ts'
import type { MailThread } from '../model/mail-thread.ts'
import type { MailServices } from '../services.ts'

/** How many mails the rules are tried on. */
const TRIED_MAILS = 50

/** Where a mail is: in a channel, in quarantine, or waiting for a channel. */
export type MailPlace = { channel: string } | 'quarantine' | 'waiting'

/** Mails that would go from one place to another for the same reason. */
export interface TrialGroup {
  from: MailPlace
  to: MailPlace
  route: MailRoute | undefined
  mails: Mail[]
}

/** What rules would have done with the newest mails. */
export interface RuleTrial {
  count: number
  /** Those that would change, and that the person may read. */
  groups: TrialGroup[]
  unchanged: number
  /** Those that the person may not read, and how many of them would change. */
  hidden: { count: number; changing: number }
  /** Quarantined by the mailbox: rules decide nothing about them. */
  restricted: number
}

interface TriedMail {
  mail: Mail
  thread: MailThread | undefined
  from: MailPlace
  to: MailPlace
  route: MailRoute | undefined
}

const toPlace = (channel: string | undefined): MailPlace => (channel === undefined ? 'waiting' : { channel })

const isSamePlace = (one: MailPlace, other: MailPlace): boolean => nameKey(one) === nameKey(other)
const nameKey = (place: MailPlace): string => (typeof place === 'string' ? place : place.channel)

/** Whether anything would be otherwise than it is: the place, or what else the rule does. */
function changes({ thread, from, to, route }: TriedMail): boolean {
  if (!isSamePlace(from, to)) return true
  const isMore = route?.assign !== undefined || route?.isMuted === true
  return isMore && thread?.why?.mark?.id !== route.why.mark?.id
}

/** A mail goes with its thread, about which the first mail decides. */
async function tryMail(
  { mailStore, routes }: MailServices,
  team: string,
  mail: Mail,
  settings: RoutingSettings,
): Promise<TriedMail> {
  const thread = await mailStore.findThread(team, mail.thread)
  const [firstKey] = thread?.mails ?? []
  const first = (await mailStore.findMail(team, firstKey)) ?? mail
  const route = decideRoute(settings, routes.defaultChannel, first)
  const begins = isQuarantined(mail) || first.messageId === mail.messageId
  return {
    mail,
    thread,
    route,
    from: isQuarantined(mail) ? 'quarantine' : toPlace(thread?.channel),
    to: route?.isQuarantined && begins && mail.held?.state !== 'released' ? 'quarantine' : toPlace(route?.channel),
  }
}

/** Whether a person may read mail in each place; without an answer of Slack in time, they may not. */
function createReaderCheck({ access }: MailServices, { team, user }: { team: string; user: string }) {
  const known = new Map<string, Promise<boolean>>()
  const ask = async (place: MailPlace, { inboxId: inbox }: Mail): Promise<boolean> => {
    if (place === 'waiting') return true
    if (place !== 'quarantine') return (await answerSoon(access.mayRead(team, user, place.channel))) ?? false
    return (await answerSoon(access.decide({ team, user, action: 'mail.read', inbox })))?.isAllowed ?? false
  }
  return ({ from, mail }: TriedMail): Promise<boolean> => {
    const key = from === 'quarantine' ? `${from}:${mail.inboxId}` : nameKey(from)
    const answer = known.get(key) ?? ask(from, mail)
    known.set(key, answer)
    return answer
  }
}

/** Tries routing settings on the newest mails; nothing is changed by it. */
export async function tryRules(
  services: MailServices,
  person: { team: string; user: string },
  settings: RoutingSettings,
): Promise<RuleTrial> {
  const { team } = person
  const keys = await services.mailStore.listRecent(team, TRIED_MAILS)
  const found = await Promise.all(keys.map((key) => services.mailStore.findMail(team, key)))
  const mails = found.filter((mail) => mail !== undefined && mail.held?.state !== 'deleted') as Mail[]
  const isRestricted = (mail: Mail): boolean => isQuarantined(mail) && mail.restriction !== 'rule'
  const open = mails.filter((mail) => !isRestricted(mail))
  const tried = await Promise.all(open.map((mail) => tryMail(services, team, mail, settings)))
  const mayRead = createReaderCheck(services, person)
  const groups = new Map<string, TrialGroup>()
  const trial = { unchanged: 0, hidden: { count: 0, changing: 0 } }
  for (const one of tried) {
    const isChanging = changes(one)
    if (!(await mayRead(one))) {
      trial.hidden.count++
      if (isChanging) trial.hidden.changing++
    } else if (isChanging) {
      const { from, to, route, mail } = one
      const key = JSON.stringify([nameKey(from), nameKey(to), route?.why.rule, route?.why.mark?.id])
      const group = groups.get(key) ?? { from, to, route, mails: [] }
      group.mails.push(mail)
      groups.set(key, group)
    } else trial.unchanged++
  }
  return { ...trial, count: mails.length, groups: [...groups.values()], restricted: mails.length - open.length }
}
