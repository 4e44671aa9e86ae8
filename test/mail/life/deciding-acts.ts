import type { View } from '../../../sandbox/control-types.ts'
import { ifPossible } from '../../../tools/sandbox-client.ts'
import { findElements } from '../../support/block-queries.ts'
import { chooseSoon } from './forms.ts'
import {
  closeWindows,
  countNews,
  findCard,
  findModal,
  findPost,
  type Life,
  press,
  readViews,
  type Version,
} from './life.ts'
import type { PersonName } from './world.ts'
import { at, describe, type Happening, inState, latest, readersOf, seeAll } from './happening.ts'
import { finishEdit } from './writing-acts.ts'

const listAwaiting = (life: Life): Version[] => life.versions.filter(({ state }) => state === 'awaiting')

/** How many of the incoming mails are known to a person who looks at this window: its writer's, or all if it shows the newest. */
function readSeen({ conversation, seen }: Version, view: View): number {
  const newest = conversation.incoming.findLast(({ isAutomatic }) => !isAutomatic)
  return newest && JSON.stringify(view.blocks).includes(newest.marker) ? countNews(conversation) : seen
}

/**
 * Makes earlier approvals no longer count, unless nobody could give another one: the app then refuses the act. An act of a person who may approve the
 * text approves it, if it was approved before.
 */
export function requestAgain(life: Life, version: Version, by: PersonName): void {
  const approvers = life.approvers[version.conversation.inbox] ?? []
  if (version.approvals.length > 0 && approvers.includes(by) && !version.authors.has(by))
    version.approvals.push({ by, seen: version.seen })
  else if (approvers.some((person) => !version.authors.has(person))) version.approvals = []
}

/** Opens the window that asks for an approval; undefined if the app refuses it. */
async function openReview(life: Life, person: PersonName, version: Version) {
  closeWindows(life, person)
  const card = findCard(life, version)
  const asked = findPost(
    life,
    (post) => post.opId.startsWith('mail.approval') && post.markers.includes(version.conversation.subject),
  )
  if (
    !card ||
    !(await press(life, person, { ...card, elements: [...card.elements, ...(asked?.elements ?? [])] }, 'mail.review'))
  )
    return undefined
  const view = await findModal(life, person, 'mail.approve')
  if (!view) return undefined
  const opened = { person, viewId: view.id, version, seen: readSeen(version, view) }
  life.reviews.push(opened)
  return opened
}

export const review: Happening = {
  weight: 6,
  isPossible: (life) => listAwaiting(life).length > 0,
  async run(life, { who, which }) {
    const version = latest(listAwaiting(life), which)
    const person = version && at(readersOf(life, version.conversation.channel), who)
    if (!person) return undefined
    const opened = await openReview(life, person, version)
    return `${person} looks at ${describe(version)} to approve it${opened ? '' : ': refused'}`
  },
}

/** Presses Approve in an open window. */
async function decide(life: Life, opened: Life['reviews'][number]): Promise<boolean> {
  const { person, version, viewId } = opened
  const answer = await ifPossible(
    life.world.app.client.slack.submitView({ user: life.idOf(person), view_id: viewId, values: {} }),
  )
  await life.world.quiesce()
  if (answer?.response_action === 'update') {
    const view = (await readViews(life, person)).find(({ id }) => id === viewId)
    if (view) opened.seen = readSeen(version, view)
    return false
  }
  life.reviews = life.reviews.filter((one) => one !== opened)
  if (answer?.response_action === 'errors' || !answer) return false
  // A person who isn’t an approver approves nothing, even if the window closes.
  if (life.approvers[version.conversation.inbox]?.includes(person))
    version.approvals.push({ by: person, seen: opened.seen })
  return true
}

export const approve: Happening = {
  acts: ['approve'],
  weight: 20,
  isPossible: (life) => life.reviews.length > 0 || listAwaiting(life).length > 0,
  async run(life, { who, which, how }) {
    const looked = latest(life.reviews, which)
    if (looked && how % 2 === 0) {
      const isDone = await decide(life, looked)
      return `${looked.person} approves ${describe(looked.version)} in the open window${isDone ? '' : ': shown again or refused'}`
    }
    const version = latest(listAwaiting(life), which)
    const person = version && at(readersOf(life, version.conversation.channel), who)
    if (!person) return undefined
    const opened = await openReview(life, person, version)
    if (!opened) return `${person} cannot approve ${describe(version)}`
    const isDone = await decide(life, opened)
    return `${person} looks at ${describe(version)} and approves it${isDone ? '' : ': shown again or refused'}`
  },
}

export const decline: Happening = {
  acts: ['decline'],
  weight: 4,
  isPossible: (life) => listAwaiting(life).length > 0,
  async run(life, { who, which, how }) {
    const version = latest(listAwaiting(life), which)
    const person = version && at(readersOf(life, version.conversation.channel), who)
    if (!person) return undefined
    const opened = await openReview(life, person, version)
    if (!opened) return undefined
    const view = (await readViews(life, person)).find(({ id }) => id === opened.viewId)
    const verb = how % 3 === 2 ? 'mail.edit' : 'mail.decline'
    const button = view && findElements(view).find(({ action_id: id }) => id === verb)
    if (!button) return undefined
    const { slack } = life.world.app
    await ifPossible(slack.clickInView(life.idOf(person), opened.viewId, verb, button['value']))
    await life.world.quiesce()
    if (verb === 'mail.edit') return finishEdit(life, { person, version, how: 0 })
    const form = await findModal(life, person, 'mail.decline')
    if (!form) return undefined
    const values = { reason: { 'mail.decline_reason': 'Please write it again.' } }
    await ifPossible(slack.submit(life.idOf(person), form.id, values))
    await life.world.quiesce()
    version.isWithdrawn = true
    closeWindows(life, person)
    return `${person} declines ${describe(version)}`
  },
}

export const changeTime: Happening = {
  acts: ['time'],
  weight: 3,
  isPossible: (life) => inState(life, 'time').length > 0,
  async run(life, { who, which }) {
    const version = latest(inState(life, 'time'), which)
    const person = version && at(readersOf(life, version.conversation.channel), who)
    const card = version && findCard(life, version)
    if (!card || !person) return undefined
    closeWindows(life, person)
    await press(life, person, card, 'mail.send_time')
    const view = await findModal(life, person, 'mail.send_time')
    const field = view && findElements(view).find(({ action_id: id }) => id === 'mail.time_when')
    if (!view || !field) return undefined
    const values = { [field.block_id]: { 'mail.time_when': chooseSoon(life.world.time.now()) } }
    const { slack } = life.world.app.client
    const save = () => ifPossible(slack.submitView({ user: life.idOf(person), view_id: view.id, values }))
    // The form shows first why the mail has been paused.
    if ((await save())?.response_action === 'update') await save()
    await life.world.quiesce()
    closeWindows(life, person)
    seeAll(version)
    version.isTimed = true
    requestAgain(life, version, person)
    return `${person} gives ${describe(version)} another time`
  },
}
