import { expect, test } from 'vitest'
import { allowEverything } from '../support/allow-everything.ts'
import { openMailSlice } from '../support/mail-services.ts'

test('a channel that somebody cannot see keeps its name when they send its id', async () => {
  const facts = { id: 'CSECRET', name: 'merger', isShared: false, isPrivate: true, isArchived: false, isMember: true }
  for (const change of [{}, { isArchived: true }, { isShared: true }]) {
    const { slice } = await openMailSlice({
      access: { ...allowEverything, mayRead: () => Promise.resolve(false) },
      people: {
        person: () => Promise.reject(new Error('unused')),
        channel: () => Promise.resolve({ ...facts, ...change }),
        names: () => Promise.resolve(new Map()),
      },
    })
    const route = slice.settings?.find(({ name }) => name === 'route')
    expect(await route?.findProblem?.('CSECRET', { team: 'T1', user: 'U1', language: 'en' })).toBe(
      'You aren’t in this channel. Choose one that you can see.',
    )
  }
})
