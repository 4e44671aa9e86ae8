import { findElements } from '../../support/block-queries.ts'
import { lookAround } from '../../support/until.ts'
import { countNews, findCard, type Life, listReaders, press, type Version } from './life.ts'
import { type ActName, isPossible } from './mail-life.ts'
import type { Post } from './witness.ts'
import { type PersonName } from './world.ts'

export const ANN = 'ann@customer.test'

/** Three numbers that choose who acts, on what, and how; each is taken modulo the choices that there are. */
export interface Choice {
  who: number
  which: number
  how: number
}

/** Something that can happen. */
export interface Happening {
  /** The acts of the table that it may be, for one that concerns mails. */
  acts?: ActName[]
  /** How often it is chosen, relative to the others. */
  weight: number
  isPossible(this: void, life: Life): boolean
  /** Chooses another one, which happens in its place. */
  instead?(this: void, life: Life, choice: Choice): Happening | undefined
  /** Resolves to a line of the story, or to undefined if nobody could do it. */
  run(this: void, life: Life, choice: Choice): Promise<string | undefined>
}

export const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(list.length, 1)]
/** The newest for 0: what happened last is what people go on with. */
export const latest = <T>(list: readonly T[], index: number): T | undefined =>
  list[list.length - 1 - (index % Math.max(list.length, 1))]

export const inState = (life: Life, act: ActName): Version[] =>
  life.versions.filter(({ state }) => state !== 'none' && isPossible(act, state))

export const describe = ({ marker, kind, writer }: Version): string => `${writer}’s ${kind} ${marker}`

export const readersOf = (life: Life, channel: string): PersonName[] =>
  listReaders(life, channel).filter((one) => !life.guests.has(one) && one !== 'aiko')

/** The note that answers a press on a card that couldn't be edited: it shows what has paused the mail since, with the button. */
async function findPausedNote(
  life: Life,
  person: PersonName,
  { channel, threadTs, elements }: Post,
  actionId: string,
): Promise<Post | undefined> {
  const valueOf = (list: Post['elements']): unknown => list.find((one) => one.action_id === actionId)?.['value']
  const [id = ''] = String(valueOf(elements)).split(' ')
  const messages = await lookAround(() => life.world.app.client.slack.messages(channel, threadTs))
  const note = messages.findLast(
    (one) => one.ephemeral_for === life.idOf(person) && String(valueOf(findElements(one.blocks))).startsWith(`${id} `),
  )
  if (!note) return undefined
  const content = JSON.stringify([note.text, note.blocks])
  return { channel, ts: note.ts, threadTs, opId: '', content, elements: findElements(note.blocks), markers: [] }
}

/** A button of a mail's card, which the table has as an act. */
export function cardButton(
  act: ActName,
  actionId: string,
  weight: number,
  then: (version: Version, who: PersonName, life: Life) => void,
): Happening {
  const listTargets = (life: Life): Version[] =>
    inState(life, act).filter((one) => findCard(life, one)?.elements.some(({ action_id: id }) => id === actionId))
  return {
    acts: [act],
    weight,
    isPossible: (life) => listTargets(life).length > 0,
    async run(life, { who, which }) {
      const version = latest(listTargets(life), which)
      const person = version && at(readersOf(life, version.conversation.channel), who)
      const card = version && findCard(life, version)
      if (!card || !person) return undefined
      await press(life, person, card, actionId)
      const paused = await findPausedNote(life, person, card, actionId)
      if (paused) await press(life, person, paused, actionId)
      then(version, person, life)
      return `${person} presses ${actionId} on ${describe(version)}`
    },
  }
}

export const seeAll = (version: Version): void => void (version.seen = countNews(version.conversation))
