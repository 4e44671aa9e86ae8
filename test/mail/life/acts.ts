import type { Life } from './life.ts'
import type { State } from './mail-life.ts'
import { at, cardButton, type Happening, seeAll } from './happening.ts'
import { approve, changeTime, decline, requestAgain, review } from './deciding-acts.ts'
import { breakSomething, kill, move, pass, receive, share, shareFiles, swap, switchApproval } from './world-acts.ts'
import { close, double, edit, open, send, write } from './writing-acts.ts'

const SINGLE: Record<string, Happening> = {
  receive,
  write,
  open,
  send,
  double,
  close,
  edit,
  review,
  approve,
  decline,
  undo: cardButton('undo', 'mail.cancel', 10, (version) => void (version.isWithdrawn = true)),
  now: cardButton('now', 'mail.send_now', 4, (version, who, life) => {
    seeAll(version)
    // From now on, it is like any mail that is sent immediately.
    version.isTimed = false
    // An approval covers the same content until news stops it.
    if (version.state === 'paused') requestAgain(life, version, who)
  }),
  planned: cardButton('planned', 'mail.send_planned', 4, seeAll),
  changeTime,
  stop: cardButton('stop', 'mail.stop', 2, () => {}),
  look: cardButton('look', 'mail.look', 12, () => {}),
  again: cardButton('again', 'mail.ask_again', 1, (version, who) => {
    seeAll(version)
    version.copiesAllowed += 1
    version.approvals = []
    version.authors.add(who)
  }),
  drop: cardButton('drop', 'mail.ask_drop', 1, () => {}),
  switchApproval,
  breakSomething,
  pass,
  kill,
  share,
  move,
  swap,
  shareFiles,
}

/** The acts with which people go on, by the state of their mail. */
const NEXT: Record<State, string[]> = {
  awaiting: ['approve', 'approve', 'review', 'receive'],
  scheduled: ['pass', 'receive'],
  paused: ['now', 'planned', 'changeTime'],
  held: ['pass', 'pass', 'swap'],
  trying: ['pass', 'stop', 'switchApproval'],
  unknown: ['look', 'look', 'switchApproval', 'again'],
  sent: ['write', 'receive'],
  stopped: ['edit'],
}

/** People go on with what they wrote last: long sequences about one mail come about. */
const goOn: Happening = {
  weight: 30,
  isPossible: (life) => findNext(life, 0) !== undefined,
  instead: (life, { how }) => findNext(life, Math.floor(how / 7)),
  run: () => Promise.resolve(undefined),
}

function findNext(life: Life, how: number): Happening | undefined {
  const state = life.versions.findLast((one) => one.state !== 'none')?.state
  const names = state === undefined || state === 'none' ? [] : NEXT[state]
  const name = at(names, how) ?? ''
  return life.without.has(name) ? undefined : SINGLE[name]
}

/** Everything that can happen in a sequence. */
export const HAPPENINGS: Record<string, Happening> = { ...SINGLE, goOn }
