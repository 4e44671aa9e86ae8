import { expect, test } from 'vitest'
import type { Command, Listeners } from '../../../src/slack/inbound/listeners.ts'
import { allowEverything } from '../../support/allow-everything.ts'
import { openMailSlice } from '../../support/mail-services.ts'

const facts = { id: 'CSECRET', name: 'merger', isShared: false, isPrivate: true, isArchived: false, isMember: true }
const person = { team: 'T1', user: 'U1' }

/** Opens the slice for a person who may set up inboxes and is not in the channel. */
const openWithHiddenChannel = (change: Partial<typeof facts>) =>
  openMailSlice({
    access: { ...allowEverything, mayRead: () => Promise.resolve(false) },
    people: {
      person: () => Promise.reject(new Error('unused')),
      channel: () => Promise.resolve({ ...facts, ...change }),
      names: () => Promise.resolve(new Map()),
    },
  })

const changes = [{}, { isArchived: true }, { isShared: true }, { isMember: false }]

test('a person who sends the id of a hidden channel does not see its name', async () => {
  for (const change of changes) {
    const { slice } = await openWithHiddenChannel(change)
    const route = (await slice.settings?.('T1'))?.find(({ name }) => name === 'route')
    expect(await route?.findProblem?.('CSECRET', { ...person, language: 'en' })).toBe(
      'You’re not in this channel. Choose one you can see.',
    )
  }
})

test('/mail reports nothing about a channel except that the person cannot see it', async () => {
  for (const change of changes) {
    const { slice } = await openWithHiddenChannel(change)
    let run: Parameters<Listeners['command']>[1] | undefined
    const nothing = () => {}
    slice.listen?.({
      command: (_name, listen) => void (run = listen),
      action: nothing,
      shortcut: nothing,
      options: nothing,
      submit: nothing,
      close: nothing,
      message: nothing,
      deletion: nothing,
      event: nothing,
    })
    const command: Command = {
      ...person,
      eventId: 'e1',
      command: '/mail',
      text: 'quarantine <#CSECRET>',
      channel: 'C1',
      channelName: 'general',
      triggerId: 't',
      responseUrl: '',
    }
    expect(await run?.(command)).toMatchObject({
      text: 'You’re not in <#CSECRET>, so nothing changed. Choose a channel you can see.',
    })
  }
})
