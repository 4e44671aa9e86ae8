import type { AccessPolicy } from '../../src/access/access-policy.ts'

const yes = () => Promise.resolve(true)

/** Everybody may do everything, for tests of tasks without Slack. */
export const allowEverything: AccessPolicy = {
  decide: () => Promise.resolve({ isAllowed: true, subjects: [] }),
  mayUse: yes,
  mayRead: yes,
  filterReaders: (_team, _channel, users) => Promise.resolve(users),
  checkChannel: () => Promise.resolve('open'),
  listAppointedAdmins: () => Promise.resolve([]),
}
