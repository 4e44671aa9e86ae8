import type { View } from '../../../sandbox/control-types.ts'
import { ifPossible } from '../../../tools/sandbox-client.ts'
import { lookAround } from '../../support/until.ts'
import type { Kind, Question, State } from './mail-life.ts'
import { createWitness, type Post, type Witness } from './witness.ts'
import { APPROVERS, CHANNEL_OF, INBOXES, type InboxName, PEOPLE, type PersonName, type World } from './world.ts'

/** A mail from outside, or from another inbox of the workspace. */
export interface Incoming {
  marker: string
  isAutomatic: boolean
  fileName?: string
}

/** A mail thread, and the one Slack thread in which it is shown. */
export interface Conversation {
  inbox: InboxName
  /** The id of its channel. */
  channel: string
  /** The mailbox's thread; undefined until a mail that begins it is sent. */
  threadId?: string
  subject: string
  /** The person outside. */
  address: string
  incoming: Incoming[]
  /** The conversation in the other inbox of the workspace that it came from: what answers it is shown there. */
  origin?: Conversation
}

/** A version of an outgoing mail: the words that a person submitted. */
export interface Version {
  marker: string
  kind: Kind
  conversation: Conversation
  writer: PersonName
  /** Everyone who wrote a version since one was, or may have been, sent. */
  authors: Set<PersonName>
  to: string
  isTimed: boolean
  /** `asked`: what it said when the last approval was asked. */
  file?: { kind: 'address' | 'upload'; id?: string; now: string; asked: string }
  /** How many incoming mails its writer, or the person who chose its time, has been shown. */
  seen: number
  approvals: { by: PersonName; seen: number }[]
  state: State | 'none'
  /** A person took it back, declined it or replaced it. */
  isWithdrawn: boolean
  copiesAllowed: number
  copies: number
}

/** An open form, with the version that it would replace. */
export interface OpenForm {
  person: PersonName
  viewId: string
  conversation: Conversation
  kind: Kind
  to: string
  seen: number
  instead?: Version
}

/** An open window in which somebody looks at a mail that waits for approval. */
export interface Review {
  person: PersonName
  viewId: string
  version: Version
  seen: number
}

export interface Violation {
  question: Question
  what: string
}

/** A sequence so far, and everything that is known to follow from it. */
export interface Life {
  readonly world: World
  readonly witness: Witness
  readonly story: string[]
  /** Acts that do not happen in this sequence. */
  readonly without: ReadonlySet<string>
  readonly conversations: Conversation[]
  readonly versions: Version[]
  forms: OpenForm[]
  reviews: Review[]
  readonly approvers: Partial<Record<InboxName, PersonName[]>>
  readonly guests: Set<PersonName>
  /** Channels that are shared with another organization, with the markers that were in them before. */
  readonly shared: Map<string, Set<string>>
  wasShared: boolean
  /** Channels whose cards have just caught up with what happened while they could not be edited. */
  readonly caughtUp: Set<string>
  /** The conversations whose readers may see a marker. */
  readonly owners: Map<string, Set<Conversation>>
  readonly sightedIn: Map<string, Set<string>>
  judgedMails: number
  readonly violations: Violation[]
  acts: number
  mark(this: void, kind: 'c' | 's' | 'v' | 'f' | 'n', ...owners: Conversation[]): string
  idOf(this: void, person: PersonName): string
  nameOf(this: void, id: string): PersonName | undefined
}

export function beginLife(world: World, without: string[]): Life {
  let marks = 0
  const owners: Life['owners'] = new Map()
  const idOf = (person: PersonName): string => world.ids[person] ?? ''
  return {
    world,
    witness: createWitness(world.sandbox),
    story: [],
    without: new Set(without),
    conversations: [],
    versions: [],
    forms: [],
    reviews: [],
    approvers: world.needsApproval ? Object.fromEntries(INBOXES.map((inbox) => [inbox, APPROVERS])) : {},
    guests: new Set(['gwen']),
    shared: new Map(),
    wasShared: false,
    caughtUp: new Set(),
    owners,
    sightedIn: new Map(),
    judgedMails: 0,
    violations: [],
    acts: 0,
    mark(kind, ...of) {
      const marker = `${kind}${++marks}zz`
      owners.set(marker, new Set(of))
      return marker
    },
    idOf,
    nameOf: (id) => PEOPLE.find((name) => idOf(name) === id),
  }
}

export const channelOf = ({ world }: Life, inbox: InboxName): string => world.ids[CHANNEL_OF[inbox]] ?? ''

/** The incoming mails of a thread that a person has to have seen; automatic ones stop nothing. */
export const countNews = ({ incoming }: Conversation): number => incoming.filter((one) => !one.isAutomatic).length

/** Whether a person can read a channel now. */
export function canRead({ world, guests, idOf }: Life, person: PersonName, channel: string): boolean {
  const found = world.sandbox.slack.workspace.channels.get(channel)
  if (!found) return false
  return found.members.has(idOf(person)) || (found.kind === 'public' && !guests.has(person))
}

export const listReaders = (life: Life, channel: string): PersonName[] =>
  PEOPLE.filter((one) => life.world.sandbox.slack.workspace.channels.get(channel)?.members.has(life.idOf(one)))

/** The newest message that fits. */
export const findPost = ({ witness }: Life, fits: (post: Post) => boolean): Post | undefined =>
  [...witness.posts.values()]
    .filter(fits)
    .toSorted((one, other) => (one.ts < other.ts ? -1 : 1))
    .at(-1)

const isSendCard = ({ opId }: Post): boolean =>
  opId.startsWith('card:mail.reply:') || opId.startsWith('card:mail.card:')

export const findCard = (life: Life, { marker, conversation }: Version): Post | undefined =>
  findPost(life, (post) => isSendCard(post) && post.channel === conversation.channel && post.markers.includes(marker))

const readNumber = (marker: string): number => Number(/\d+/.exec(marker)?.[0])

/** The incoming mail that a post shows: the newest of those whose words are in it, because it may quote earlier ones. */
const findShownMail = ({ conversations }: Life, { markers }: Post): string | undefined =>
  conversations
    .flatMap(({ incoming }) => incoming.map(({ marker }) => marker))
    .filter((marker) => markers.includes(marker))
    .toSorted((one, other) => readNumber(one) - readNumber(other))
    .at(-1)

/** The newest mail of the conversation that can be answered. A conversation that began with a forward has the subject of another one. */
export const findMailPost = (life: Life, { channel, incoming, subject }: Conversation): Post | undefined =>
  findPost(life, (post) => {
    if (post.channel !== channel || !post.elements.some((one) => one.action_id === 'mail.reply')) return false
    const shown = findShownMail(life, post)
    return shown === undefined ? post.markers.includes(subject) : incoming.some(({ marker }) => marker === shown)
  })

/** The state that a card shows, by the buttons that people can press. */
export function readState({ elements, content }: Post): State {
  const has = (id: string): boolean => elements.some((one) => one.action_id === id)
  if (has('mail.review') || /Nobody can approve this now|can approve it until/.test(content)) return 'awaiting'
  if (has('mail.send_now')) return content.includes('Paused: ') ? 'paused' : 'scheduled'
  if (has('mail.cancel')) return 'held'
  if (has('mail.stop')) return 'trying'
  if (has('mail.ask_again')) return 'unknown'
  return /Sent <|Delivered|Not delivered|marked this as spam/.test(content) ? 'sent' : 'stopped'
}

/** Reads again what the cards show. */
export function observe(life: Life): void {
  for (const version of life.versions) {
    const card = findCard(life, version)
    const state = card ? readState(card) : version.state
    if (version.file && state === 'awaiting' && version.state !== 'awaiting') version.file.asked = version.file.now
    version.state = state
  }
}

/** Presses a button of a message. False if the person cannot. */
export async function press(life: Life, person: PersonName, post: Post, actionId: string): Promise<boolean> {
  const { client } = life.world.app
  const element = post.elements.find((one) => one.action_id === actionId)
  if (!element) return false
  const on = { user: life.idOf(person), channel: post.channel, message_ts: post.ts }
  const value = element['value']
  const answer = await ifPossible(
    client.slack.click({
      ...on,
      action_id: actionId,
      block_id: element.block_id,
      ...(value !== undefined && { value }),
    }),
  )
  await life.world.quiesce()
  await confirmAct(life, person)
  return answer !== undefined
}

/** Answers the question before an act. */
async function confirmAct(life: Life, person: PersonName): Promise<void> {
  const asked = (await readViews(life, person)).findLast(({ callback_id: id }) => id.startsWith('mail.ask_'))
  const question = asked?.type === 'modal' ? asked : undefined
  if (!question) return
  const { client } = life.world.app
  await ifPossible(client.slack.submitView({ user: life.idOf(person), view_id: question.id, values: {} }))
  await life.world.quiesce()
}

export const readViews = ({ world, idOf }: Life, person: PersonName): Promise<View[]> =>
  lookAround(() => world.app.client.slack.views(idOf(person)))

/** The newest modal of a person of this kind. */
export const findModal = async (life: Life, person: PersonName, callbackId: string): Promise<View | undefined> =>
  (await readViews(life, person)).findLast((view) => view.type === 'modal' && view.callback_id === callbackId)

/** Removes the modals of a person from the simulator; the app receives nothing. */
export function closeWindows(life: Life, person: PersonName): void {
  life.forms = life.forms.filter((form) => form.person !== person)
  life.reviews = life.reviews.filter((one) => one.person !== person)
  const { views } = life.world.sandbox.slack.workspace
  for (const [id, view] of views) if (view.user === life.idOf(person) && view.type === 'modal') views.delete(id)
}
