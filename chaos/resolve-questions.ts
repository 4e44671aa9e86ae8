import { setTimeout as sleep } from 'node:timers/promises'
import { ifPossible } from '../tools/sandbox-client.ts'
import type { Scene } from './fixture.ts'
import { standing, type Shown, type Standing } from './final-state.ts'
import { cannotTell, cardState, isJobCard, isReplyCard, isUnknownFollow, markersIn, replyText } from './card-parser.ts'

/** How many questions the app asked of people, because nobody could know. */
export interface Questions {
  jobs: number
  follows: number
  replies: number
}

const LOOKS = 20
const LOOK_MS = 200

/** A person answers every open question as somebody who looks first; says how many there were. */
export async function answerAll(scene: Scene, answered: Set<string>): Promise<Questions> {
  const { sandbox, people } = scene
  const person = people[0]
  const stands = await standing(scene)
  const questions: Questions = { jobs: 0, follows: 0, replies: 0 }

  async function press(card: Shown, actionId: string): Promise<boolean> {
    const spot = { channel: card.channel, message_ts: card.ts, action_id: actionId }
    const acted = await ifPossible(sandbox.slack.click({ user: person, ...spot }))
    return acted !== undefined && acted.status === 200
  }

  async function name(id: string): Promise<void> {
    for (let look = 0; look < LOOKS; look += 1) {
      const views = await sandbox.slack.views(person)
      const view = views.find(({ callback_id }) => callback_id === 'jobs.found')
      if (view) {
        await ifPossible(sandbox.slack.submitView({ user: person, view_id: view.id, values: { id: { id } } }))
        return
      }
      await sleep(LOOK_MS)
    }
  }

  /** Each question once in its life: what it asks anew carries another state or another message. */
  const isNew = (key: string): boolean => !answered.has(key) && Boolean(answered.add(key))

  for (const card of stands.posts) {
    const marker = markersIn(card.words)[0] ?? ''
    if (isJobCard(card)) {
      const state = cardState(card.words)
      if (state === 'unknown') {
        if (isNew(`${card.opId}:${marker}`)) questions.jobs += 1
        const job = stands.jobs.find(({ prompt }) => prompt.includes(marker))
        if (!job) await press(card, 'jobs.anyway')
        else if (await press(card, 'jobs.found')) await name(job.id)
      }
      if (state === 'asking') await press(card, 'jobs.anyway')
      if (state === 'refused') await press(card, 'jobs.retry')
    } else if (isUnknownFollow(card) && isNew(card.opId)) {
      questions.follows += 1
      await press(card, arrived(stands, card) ? 'jobs.drop_follow_up' : 'jobs.send_again')
    } else if (isReplyCard(card) && cannotTell(card.words)) {
      if (isNew(card.opId)) questions.replies += 1
      const left = stands.sent.some(({ text }) => text?.includes(replyText(marker)))
      if (!(await press(card, 'mail.look'))) await press(card, left ? 'mail.drop' : 'mail.again')
    }
  }
  return questions
}

const arrived = (stands: Standing, card: Shown): boolean =>
  markersIn(card.words).some((marker) =>
    stands.jobs.some(({ followUps }) => followUps.some(({ prompt }) => prompt.includes(marker))),
  )
