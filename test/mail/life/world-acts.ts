import { Readable } from 'node:stream'
import type { Fault } from '../../../sandbox/control-types.ts'
import { canRead, channelOf, type Conversation, findPost, press } from './life.ts'
import { APPROVERS, INBOXES, type PersonName } from './world.ts'
import { at, type Happening, latest, readersOf, ANN } from './happening.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const LEAVERS: PersonName[] = ['maria', 'tom']

export const receive: Happening = {
  acts: ['customer'],
  weight: 6,
  isPossible: () => true,
  async run(life, { who, which, how }) {
    const { world, conversations } = life
    const threads = conversations.filter((one) => one.threadId !== undefined)
    const known = how % 3 === 0 ? undefined : latest(threads, which)
    const inbox = at(INBOXES, who) ?? 'support'
    const isAutomatic = known !== undefined && how % 7 === 4
    const conversation: Conversation = known ?? {
      inbox,
      channel: channelOf(life, inbox),
      subject: '',
      address: ANN,
      incoming: [],
    }
    if (!known) {
      conversation.subject = life.mark('s', conversation)
      conversations.push(conversation)
    }
    const marker = life.mark('c', conversation)
    const file =
      how % 4 === 1 ? { name: life.mark('n', conversation), content: life.mark('f', conversation) } : undefined
    const { thread_id: threadId } = await world.app.client.mail.receive({
      inbox_id: world.inboxes[conversation.inbox],
      from: `Ann <${conversation.address}>`,
      subject: `${known ? 'Re: ' : ''}About ${conversation.subject}`,
      text: `Dear team, ${marker} please.`,
      ...(conversation.threadId !== undefined && { thread_id: conversation.threadId }),
      ...(isAutomatic && { headers: { 'Auto-Submitted': 'auto-replied' } }),
      ...(file && {
        attachments: [
          {
            filename: `${file.name}.txt`,
            content_type: 'text/plain',
            content: Buffer.from(file.content).toString('base64'),
          },
        ],
      }),
    })
    conversation.threadId = threadId
    conversation.incoming.push({ marker, isAutomatic, ...(file && { fileName: file.name }) })
    await world.quiesce()
    return `a customer writes ${marker} to ${conversation.inbox}@ (${conversation.subject}${isAutomatic ? ', automatically' : ''}${file ? ', with a file' : ''})`
  },
}

export const switchApproval: Happening = {
  acts: ['approvalOn', 'approvalOff'],
  weight: 5,
  isPossible: () => true,
  async run(life, { which, how }) {
    const { world, approvers } = life
    const inbox = at(INBOXES, which) ?? 'support'
    const isOn = approvers[inbox] !== undefined
    const chosen = APPROVERS.slice(how % 3 === 2 ? 1 : 0)
    const whom = isOn ? 'off' : chosen.map((one) => `<@${life.idOf(one)}>`).join(' ')
    await world.app.slack.command(
      life.idOf('aiko'),
      world.ids['docs'] ?? '',
      `/mail approval ${world.inboxes[inbox]} ${whom}`,
    )
    await world.quiesce()
    if (isOn) delete approvers[inbox]
    else approvers[inbox] = chosen
    return `an admin switches approval of ${inbox}@ ${isOn ? 'off' : `on: ${chosen.join(', ')}`}`
  },
}

const mailFault = (fault: Omit<Fault, 'target' | 'match'>): Fault => ({
  target: 'mail',
  match: 'POST /v0/inboxes',
  ...fault,
})
const definite: Omit<Fault, 'target'> = { mode: 'status', status: 403, error: 'message_rejected', times: 1 }
const FAULTS: [string, Fault[]][] = [
  ['the mailbox will refuse the next mail', [mailFault(definite)]],
  ['the mailbox will refuse the next mail', [mailFault(definite)]],
  ['the mailbox’s next answer will be lost', [mailFault({ mode: 'accept-then-drop', times: 1 })]],
  ['the next request to the mailbox will be cut', [mailFault({ mode: 'reset', times: 1 })]],
  [
    'the next request to the mailbox will be cut, and its repeat refused',
    [mailFault({ mode: 'reset', times: 1 }), mailFault(definite)],
  ],
  [
    'the mailbox’s next answer will be lost, and the repeat refused',
    [mailFault({ mode: 'accept-then-drop', times: 1 }), mailFault(definite)],
  ],
  [
    'the mailbox will be too busy',
    [mailFault({ mode: 'status', status: 429, error: 'rate_limit_exceeded', retryAfterS: 120, times: 1 })],
  ],
  ['the next requests to the mailbox will be cut for a while', [mailFault({ mode: 'reset', times: 5 })]],
  [
    'Slack will be too busy to show files for a moment',
    [
      {
        target: 'slack',
        match: 'files.info',
        mode: 'status',
        status: 429,
        error: 'ratelimited',
        retryAfterS: 1,
        times: 4,
      },
    ],
  ],
]

export const breakSomething: Happening = {
  weight: 6,
  isPossible: () => true,
  run(life, { how }) {
    const [line, faults] = at(FAULTS, how) ?? ['', []]
    const { faults: active } = life.world.sandbox.server
    active.remove()
    for (const fault of faults) active.add(fault)
    return Promise.resolve(line)
  },
}

const PASSES: [string, number][] = [
  ['a minute passes', 65_000],
  ['25 minutes pass', 25 * MINUTE_MS],
  ['five hours pass', 5 * HOUR_MS],
  ['a minute passes', 65_000],
]

export const pass: Happening = {
  acts: ['pass'],
  weight: 7,
  isPossible: () => true,
  async run(life, { how }) {
    const [line, ms] = at(PASSES, how) ?? ['', 0]
    await life.world.pass(ms)
    return line
  },
}

export const kill: Happening = {
  weight: 2,
  isPossible: () => true,
  async run(life) {
    await life.world.kill()
    return 'the app is killed, and starts again'
  },
}

export const share: Happening = {
  weight: 2,
  isPossible: () => true,
  async run(life) {
    const { world, shared } = life
    const channel = channelOf(life, 'billing')
    const found = world.sandbox.slack.workspace.channels.get(channel)
    if (!found) return undefined
    const isShared = !found.is_ext_shared
    life.wasShared = true
    await world.app.client.slack.changeWorkspace(isShared ? 'share' : 'unshare', { channel })
    await world.quiesce()
    if (isShared) shared.set(channel, new Set(life.sightedIn.get(channel)))
    else {
      shared.delete(channel)
      life.caughtUp.add(channel)
    }
    return `#support ${isShared ? 'becomes' : 'is no longer'} shared with another organization`
  },
}

export const move: Happening = {
  weight: 3,
  isPossible: () => true,
  async run(life, { who, how }) {
    const { world } = life
    const engaged = life.forms.map(({ person }) => person).filter((one) => LEAVERS.includes(one))
    const person = at([...engaged, ...engaged, ...LEAVERS], who) ?? 'maria'
    const user = life.idOf(person)
    if (how % 2 === 0) {
      const isGuest = life.guests.has(person)
      await world.app.client.slack.changeWorkspace('role', { user, role: isGuest ? 'member' : 'guest' })
      if (isGuest) life.guests.delete(person)
      else life.guests.add(person)
      await world.quiesce()
      return `${person} ${isGuest ? 'becomes a member again' : 'becomes a guest'}`
    }
    const channel = channelOf(life, 'support')
    const isIn = canRead(life, person, channel)
    await world.app.client.slack.changeWorkspace(isIn ? 'kick' : 'invite', { user, channel })
    await world.quiesce()
    return `${person} ${isIn ? 'leaves' : 'joins'} #leads`
  },
}

export const swap: Happening = {
  weight: 8,
  isPossible: ({ versions }) => versions.some(({ file }) => file),
  async run(life, { how }) {
    const files = life.versions.filter(({ file }) => file)
    const { world } = life
    const content = life.mark('f', ...files.map(({ conversation }) => conversation))
    if (how % 2 === 0) {
      world.file = content
      for (const { file } of files) if (file?.kind === 'address') file.now = content
      return `the file at the address now says ${content}`
    }
    const version = files.findLast(({ file }) => file?.id !== undefined)
    const stored = version?.file?.id !== undefined && world.sandbox.slack.workspace.files.get(version.file.id)
    if (!stored) return undefined
    const bytes = Buffer.from(content)
    if (version?.file) version.file.now = content
    stored.content = { size: bytes.length, open: () => Readable.from([bytes]) }
    return `${version?.writer} edits the file of ${version?.marker} in Slack: it now says ${content}`
  },
}

export const shareFiles: Happening = {
  weight: 5,
  isPossible: ({ conversations }) => conversations.some(({ incoming }) => incoming.some(({ fileName }) => fileName)),
  async run(life, { who, which }) {
    const withFiles = life.conversations.filter(({ incoming }) => incoming.some(({ fileName }) => fileName))
    const conversation = latest(withFiles, which)
    const person = conversation && at(readersOf(life, conversation.channel), who)
    const post =
      conversation &&
      findPost(
        life,
        (one) =>
          one.channel === conversation.channel &&
          one.elements.some(({ action_id: id }) => id === 'mail.files') &&
          conversation.incoming.some(({ marker }) => one.markers.includes(marker)),
      )
    if (!post || !person) return undefined
    await press(life, person, post, 'mail.files')
    return `${person} puts the files of ${conversation.subject} into the thread`
  },
}
