import type { AccessPolicy } from '../../src/access/access-policy.ts'

const yes = () => Promise.resolve(true)

/** Everybody may do everything, for tests of tasks without Slack. */
export const allowEverything: AccessPolicy = {
  decide: () => Promise.resolve({ isAllowed: true, subjects: [] }),
  mayUse: yes,
  mayRead: yes,
  isGuestIn: () => Promise.resolve(false),
  filterReaders: (_team, _channel, users) => Promise.resolve(users),
  checkChannel: () => Promise.resolve('open'),
  listAppointedAdmins: () => Promise.resolve([]),
}

/** The same in a workspace with an admin, who is alerted instead of the default channel. */
export const allowWithAdmin: AccessPolicy = {
  ...allowEverything,
  listAppointedAdmins: () => Promise.resolve(['UADMIN']),
}
