import { ifPossible } from '../../../tools/sandbox-client.ts'
import { findElements } from '../../support/block-queries.ts'
import { noteForm, openAnswer, openNew, sendForm, sendTwice, type Words } from './forms.ts'
import {
  channelOf,
  type Conversation,
  closeWindows,
  findCard,
  findMailPost,
  type Life,
  press,
  readViews,
  type Version,
} from './life.ts'
import type { Post } from './witness.ts'
import type { Kind } from './mail-life.ts'
import { INBOXES, type PersonName } from './world.ts'
import { at, describe, type Happening, type Choice, inState, latest, readersOf, ANN } from './happening.ts'

const KINDS_OF_ANSWER: Kind[] = ['reply', 'reply', 'forward', 'new', 'new', 'reply all']

/** Where a mail of this kind goes: a forward or a new mail also to the workspace's other inbox. */
function chooseRecipient(life: Life, kind: Kind, inbox: Conversation['inbox'], how: number): string {
  const other = life.world.inboxes[inbox === 'support' ? 'billing' : 'support']
  if (kind === 'forward') return how % 2 === 0 ? other : 'legal@partner.test'
  return kind === 'new' ? 'rita@partner.test' : ANN
}

async function openForm(life: Life, { who, which, how }: Choice) {
  const kind = at(KINDS_OF_ANSWER, how) ?? 'reply'
  const step = Math.floor(how / KINDS_OF_ANSWER.length)
  if (kind === 'new') {
    const inbox = at(INBOXES, which) ?? 'support'
    const person = at(readersOf(life, channelOf(life, inbox)), who)
    if (!person) return undefined
    return openNew(life, person, { inbox, to: chooseRecipient(life, kind, inbox, step) })
  }
  const conversation = latest(
    life.conversations.filter((one) => findMailPost(life, one)),
    which,
  )
  const person = conversation && at(readersOf(life, conversation.channel), who)
  if (!person) return undefined
  const to = kind === 'forward' ? chooseRecipient(life, kind, conversation.inbox, step) : conversation.address
  return openAnswer(life, person, conversation, { kind, to })
}

const chooseWords = (how: number): Words => ({
  isTimed: how % 3 === 2,
  file: how % 4 === 1 ? 'address' : how % 4 === 3 ? 'upload' : undefined,
})

export const write: Happening = {
  weight: 9,
  isPossible: () => true,
  async run(life, choice) {
    const form = await openForm(life, choice)
    if (!form) return undefined
    const words = chooseWords(Math.floor(choice.how / 7))
    const version = await sendForm(life, form, words)
    const what = `${form.person} writes a ${form.kind} to ${form.to} from ${form.conversation.inbox}@`
    return `${what}${words.isTimed ? ', in 20 minutes' : ''}${words.file ? `, with a file (${words.file})` : ''}: ${version ? version.marker : 'refused'}`
  },
}

export const open: Happening = {
  weight: 3,
  isPossible: () => true,
  async run(life, choice) {
    const form = await openForm(life, choice)
    return form && `${form.person} opens the form of a ${form.kind} (${form.conversation.subject})`
  },
}

export const send: Happening = {
  acts: ['edit'],
  weight: 6,
  isPossible: ({ forms }) => forms.length > 0,
  async run(life, { which, how }) {
    const form = latest(life.forms, which)
    if (!form) return undefined
    const version = await sendForm(life, form, chooseWords(how))
    return `${form.person} sends the open form: ${version ? version.marker : 'refused'}`
  },
}

export const double: Happening = {
  acts: ['edit'],
  weight: 3,
  isPossible: ({ forms }) => forms.length > 0,
  async run(life, { which }) {
    const form = latest(life.forms, which)
    if (!form) return undefined
    const taken = await sendTwice(life, form)
    return `${form.person} sends the open form, and changed again as the answer is lost: ${taken.map(({ marker }) => marker).join(' and ') || 'refused'} taken`
  },
}

export const close: Happening = {
  weight: 4,
  isPossible: ({ forms }) => forms.length > 0,
  async run(life, { which }) {
    const form = latest(life.forms, which)
    if (!form) return undefined
    const marker = life.mark('v', form.conversation)
    const view = (await readViews(life, form.person)).find(({ id }) => id === form.viewId)
    const text = view && findElements(view).find(({ action_id: id }) => id === 'mail.text')
    const values = text ? { [text.block_id]: { 'mail.text': `Dear friends, ${marker} perhaps.` } } : {}
    await ifPossible(life.world.app.client.slack.closeView(life.idOf(form.person), form.viewId, values))
    await life.world.quiesce()
    closeWindows(life, form.person)
    return `${form.person} closes the form with ${marker} in it`
  },
}

export const edit: Happening = {
  acts: ['edit'],
  weight: 14,
  isPossible: (life) => listEditable(life).length > 0,
  async run(life, { who, which, how }) {
    const version = latest(listEditable(life), which)
    const person = version && at(readersOf(life, version.conversation.channel), who)
    const card = version && findCard(life, version)
    if (!card || !person) return undefined
    closeWindows(life, person)
    await press(life, person, card, 'mail.edit')
    return finishEdit(life, { person, version, how })
  },
}

const listEditable = (life: Life): Version[] =>
  inState(life, 'edit').filter((one) => {
    const card = findCard(life, one)
    return card?.elements.some(({ action_id: id }) => id === 'mail.edit') && isAboutIt(life, one, card)
  })

/** Whether the button of a card belongs to this version: the head of a new mail has that of the newest reply in trouble. */
const isAboutIt = (life: Life, { conversation, marker }: Version, { opId }: Post): boolean =>
  !opId.startsWith('card:mail.card:') ||
  life.versions.filter((one) => one.conversation === conversation).at(-1)?.marker === marker

export async function finishEdit(
  life: Life,
  { person, version, how }: { person: PersonName; version: Version; how: number },
) {
  const { conversation, kind, to } = version
  const form = await noteForm(life, { person, conversation, kind, to, instead: version })
  if (!form) return undefined
  if (how % 4 === 3) return `${person} opens ${describe(version)} to edit it`
  const newer = await sendForm(life, form, { isTimed: version.isTimed && how % 2 === 0 })
  return `${person} edits ${describe(version)} and sends it: ${newer ? newer.marker : 'refused'}`
}
