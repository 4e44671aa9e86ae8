import { setTimeout as sleep } from 'node:timers/promises'
import { ifPossible } from '../tools/sandbox-client.ts'
import type { Fixture } from './fixture.ts'
import { readFinalState, type FinalPost, type FinalState } from './final-state.ts'
import {
  asksWhetherSent,
  parseCardState,
  isJobCard,
  isSendCard,
  isUnknownFollowUp,
  findMarkers,
  findReplyMarker,
  writeReplyText,
} from './card-parser.ts'

/** How many questions the app asked people about unknown outcomes. */
export interface Questions {
  jobs: number
  followUps: number
  replies: number
}

const POLLS = 20
const POLL_MS = 200

/** Answers every open question in this state as a person does after looking it up; returns how many were new. */
export async function resolveQuestions(
  fixture: Fixture,
  answered: Set<string>,
  given?: FinalState,
): Promise<Questions> {
  const { sandbox, people } = fixture
  const person = people[0]
  const finalState = given ?? (await readFinalState(fixture))
  const questions: Questions = { jobs: 0, followUps: 0, replies: 0 }

  async function clickCard(card: FinalPost, actionId: string): Promise<boolean> {
    const target = { channel: card.channel, message_ts: card.ts, action_id: actionId }
    const answer = await ifPossible(sandbox.slack.click({ user: person, ...target }))
    return answer !== undefined && answer.status === 200
  }

  async function confirm(): Promise<void> {
    for (let poll = 0; poll < POLLS; poll += 1) {
      const view = (await sandbox.slack.views(person)).find(
        ({ callback_id }) => callback_id === 'mail.ask_reply' || callback_id === 'jobs.ask',
      )
      if (view) {
        await ifPossible(sandbox.slack.submitView({ user: person, view_id: view.id, values: {} }))
        return
      }
      await sleep(POLL_MS)
    }
  }

  async function submitJobId(id: string): Promise<void> {
    for (let poll = 0; poll < POLLS; poll += 1) {
      const views = await sandbox.slack.views(person)
      const view = views.find(({ callback_id }) => callback_id === 'jobs.found')
      if (view) {
        await ifPossible(sandbox.slack.submitView({ user: person, view_id: view.id, values: { id: { id } } }))
        return
      }
      await sleep(POLL_MS)
    }
  }

  /** Counts each question once; a new question has another state or another message. */
  const isNew = (key: string): boolean => !answered.has(key) && Boolean(answered.add(key))

  for (const card of finalState.posts) {
    const marker = findMarkers(card.content)[0] ?? ''
    if (isJobCard(card)) {
      const state = parseCardState(card.content)
      if (state === 'unknown') {
        if (isNew(`${card.opId}:${marker}`)) questions.jobs += 1
        const job = finalState.jobs.find(({ prompt }) => prompt.startsWith(marker))
        if (await clickCard(card, job ? 'jobs.found' : 'jobs.ask_anyway')) await (job ? submitJobId(job.id) : confirm())
      }
      if (state === 'asking') await clickCard(card, 'jobs.anyway')
      if (state === 'refused') await clickCard(card, 'jobs.retry')
    } else if (isUnknownFollowUp(card) && isNew(card.opId)) {
      questions.followUps += 1
      if (hasArrived(finalState, card)) await clickCard(card, 'jobs.drop_follow_up')
      else if (await clickCard(card, 'jobs.ask_send_again')) await confirm()
    } else if (isSendCard(card) && asksWhetherSent(card.content)) {
      const reply = findReplyMarker(card.content) ?? marker
      const isFirst = isNew(card.opId)
      if (isFirst) questions.replies += 1
      const left = finalState.sent.some(({ text }) => text?.startsWith(writeReplyText(reply)))
      // A look cannot settle what the mailbox refuses to repeat, so a card that asks again waits for another decision.
      if (!isFirst && !left && isNew(`${card.opId}:again`)) {
        questions.replies += 1
        if (await clickCard(card, 'mail.ask_again')) await confirm()
      } else if (!(await clickCard(card, 'mail.look')))
        if (await clickCard(card, left ? 'mail.ask_drop' : 'mail.ask_again')) await confirm()
    }
  }
  return questions
}

const hasArrived = (finalState: FinalState, card: FinalPost): boolean =>
  findMarkers(card.content).some((marker) =>
    finalState.jobs.some(({ followUps }) => followUps.some(({ prompt }) => prompt.includes(marker))),
  )
