import { expect } from 'vitest'
import { callbackIds } from '../../src/jobs/action-ids.ts'
import { createForger, untilAnswered } from '../support/forged-requests.ts'
import { test } from '../support/story-test.ts'

test('a form starts a job only where the person may read and Bellhop is', async ({
  app,
  slack,
  agent,
  leads,
  tom,
  li,
}) => {
  const { team } = await app.client.slack.app()
  const forger = createForger(app.sandbox, team.id)
  const start = (user: string, selected_conversation: string) =>
    forger.submit(user, callbackIds.start, 'no-draft', {
      'prompt-0': { prompt: { type: 'plain_text_input', value: 'Explain the retry schedule' } },
      channel: { channel: { type: 'conversations_select', selected_conversation } },
    })
  const tomsMessages = await slack.say(tom, tom, 'help').then(({ channel }) => channel)
  for (const channel of [leads, tom, tomsMessages])
    await untilAnswered(() => start(li, channel), /"errors":\{"channel":"You aren’t in/)
  await slack.changeWorkspace('remove-app', { channel: leads })
  await untilAnswered(() => start(tom, leads), /"errors":\{"channel":"Bellhop isn’t in/)
  await slack.changeWorkspace('add-app', { channel: leads })
  await app.settled()
  expect(await agent.jobs()).toEqual([])
  expect((await start(tom, leads)).body).toBe('')
  await slack.findMessage(leads, /Working since/)
})
