import type { Sandbox } from '../../sandbox/create-sandbox.ts'
import { createSandboxClient, type Lateness } from '../../tools/sandbox-client.ts'
import type {
  ActionAnswer,
  AgentJob,
  Fields,
  Message,
  Named,
  Role,
  SentMail,
  SharedFile,
  SuggestedOption,
  View,
} from '../../sandbox/control-types.ts'
import { accessTextIn } from '../../src/access/text/access-text.ts'
import { findButton, findElements, findField, readText } from './block-queries.ts'
import { isLooking, lookAround, until } from './until.ts'

export interface MessageRef {
  channel: string
  ts: string
}

/** The calls that read what has happened at the simulators so far. */
const READ = /^\/(?:slack\/(?:messages|views|calls)|agent\/jobs|mail\/(?:sent|deliveries)|wire)\b/
/** Tries before a slow Slack counts as a refusal. */
const SUBMISSIONS_MAX = 3
/** Calls that give the app nothing to do by themselves. */
const PREPARATION = /^\/(?:faults|clock|agent\/script|mail\/script|mail\/account)\b/

/**
 * Counts the acts of a test, and refuses a read of what has happened while the app may still be at work on the last act: "once" and "never"
 * would be asserted too early. Inside `until` every read is allowed.
 */
function createActGuard() {
  let acts = 0
  let settledActs = 0
  return {
    count: () => acts,
    markSettled: (counted: number) => void (settledActs = counted),
    beforeRequest(this: void, method: string, path: string): void {
      if (method === 'GET') {
        if (acts !== settledActs && READ.test(path) && !isLooking())
          throw new Error(
            `${method} ${path} would be read while the app may still be at work: await app.settled() first, or read inside until()`,
          )
      } else if (!PREPARATION.test(path)) acts += 1
    },
  }
}

interface DriverOptions {
  /** The output of the app so far. */
  output?: () => string
  /** Resolves when the app and the simulators have nothing left to do now. */
  untilSettled: () => Promise<void>
}

/** Everything that a test can do and see at the simulators, in the words of people and services. */
export function createDriver(sandbox: Sandbox, { output = () => '', untilSettled }: DriverOptions) {
  const guard = createActGuard()
  const client = createSandboxClient(sandbox.control, { beforeRequest: guard.beforeRequest })
  const named = (list: Named[], name: string): string => {
    const found = list.find((one) => one.id === name || one.name === name)
    if (!found) throw new Error(`the sandbox has no ${name}`)
    return found.id
  }

  const slack = {
    /** The id of a channel or a person, by name. */
    channel: async (name: string) => named(await client.slack.channels(), name.replace(/^#/, '')),
    user: async (name: string) => named(await client.slack.users(), name),
    messages: client.slack.messages,
    views: client.slack.views,
    calls: client.slack.calls,
    /** A person types. */
    async say(user: string, channel: string, text: string, more: Fields = {}): Promise<MessageRef> {
      const { ts } = await client.slack.sendMessage({ user, channel, text, ...more })
      return { channel, ts }
    },
    editMessage: ({ channel, ts }: MessageRef, text: string) => client.slack.editMessage({ channel, ts, text }),
    deleteMessage: ({ channel, ts }: MessageRef) => client.slack.editMessage({ channel, ts }),
    command: (user: string, channel: string, line: string, more: Lateness = {}) => {
      const [command = '', ...rest] = line.split(' ')
      return client.slack.sendCommand({ user, channel, command, text: rest.join(' '), ...more })
    },
    useShortcut: (user: string, callbackId: string, on?: MessageRef) =>
      client.slack.useShortcut({
        user,
        callback_id: callbackId,
        ...(on && { channel: on.channel, message_ts: on.ts }),
      }),
    /** Clicks an element of a message: a button by its label, or any element by its `action_id`. */
    async click(
      user: string,
      on: MessageRef & { thread?: string },
      what: RegExp | string,
      value?: unknown,
      more: Lateness = {},
    ): Promise<ActionAnswer> {
      const shown = await lookAround(async () => [
        ...(await slack.messages(on.channel)),
        ...(await slack.messages(on.channel, on.thread ?? on.ts).catch(() => [])),
      ])
      const message = shown.find((one) => one.ts === on.ts)
      const element =
        typeof what === 'string'
          ? findElements(message).find((one) => one.action_id === what)
          : findButton(message, what)
      if (!element) throw new Error(`no element ${String(what)} on ${readText(message)}`)
      return client.slack.click({
        user,
        channel: on.channel,
        message_ts: on.ts,
        action_id: element.action_id,
        block_id: element.block_id,
        value: value ?? element['value'],
        ...more,
      })
    },
    /** Clicks a button that asks in a window whether the person is sure, and confirms. */
    async clickAndConfirm(user: string, on: MessageRef & { thread?: string }, actionId: string): Promise<ActionAnswer> {
      await slack.click(user, on, actionId)
      const asks = (view: View) => /^(mail\.ask_|jobs\.ask$)/.test(view.callback_id)
      const question = await until(async () => (await slack.views(user)).findLast(asks))
      return slack.submit(user, question.id)
    },
    /** Clicks or picks in a form or on Home; `values` are what the person has typed into other fields by then. */
    clickInView: (user: string, viewId: string, actionId: string, value?: unknown, values?: Fields) =>
      client.slack.click({ user, view_id: viewId, action_id: actionId, value, ...(values && { values }) }),
    /** Types into a menu that the app fills; resolves to what it offers. */
    async suggest(user: string, viewId: string, actionId: string, text: string): Promise<SuggestedOption[]> {
      const answer = await client.slack.suggest({ user, view_id: viewId, action_id: actionId, value: text })
      if (answer.error) throw new Error(`the options of ${actionId}: ${answer.error}`)
      return answer.options
    },
    /** Waits for a form that the person can fill in, other than `not`. */
    findForm: (user: string, not?: { id: string }): Promise<View> =>
      until(async () =>
        (await slack.views(user)).findLast(
          (view) =>
            view.type === 'modal' &&
            view.id !== not?.id &&
            view.blocks.some((block) => block['type'] === 'input' || block['type'] === 'actions'),
        ),
      ),
    /** Sends a form; again, as it asks, if the app found the simulated Slack too slow, as it may be on a busy machine. */
    async submit(user: string, viewId: string, values: Fields = {}, more: Lateness = {}): Promise<ActionAnswer> {
      const { slackTooSlow } = accessTextIn('en')
      for (let tries = 1; ; tries++) {
        const answer = await client.slack.submitView({ user, view_id: viewId, values, ...more })
        // A form without inputs shows the refusal above itself.
        const above = answer.response_action === 'push' ? (await lookAround(() => slack.views(user))).at(-1) : undefined
        const isLateAbove = above !== undefined && readText(above).includes(slackTooSlow)
        const isLate = isLateAbove || Object.values(answer.errors ?? {}).includes(slackTooSlow)
        if (!isLate || tries === SUBMISSIONS_MAX) return answer
        if (isLateAbove) await client.slack.closeView(user, above.id)
      }
    },
    /** Fills inputs, named by their action ids or by their labels, and submits. `others`: by block, what has no label. */
    async fillForm(
      user: string,
      view: View,
      answers: [RegExp | string, unknown][],
      others: Record<string, Fields> = {},
    ): Promise<ActionAnswer> {
      const values = { ...others }
      for (const [wanted, value] of answers) {
        const input = findField(view, wanted)
        if (!input) throw new Error(`no field ${String(wanted)} in ${readText(view)}`)
        values[input.block_id] = { [input.action_id]: value }
      }
      return slack.submit(user, view.id, values)
    },
    closeView: client.slack.closeView,
    openHome: client.slack.openHome,
    addReaction: (user: string, on: MessageRef, name: string) =>
      client.slack.addReaction({ user, channel: on.channel, ts: on.ts, name }),
    changeWorkspace: client.slack.changeWorkspace,
    deactivate: (user: string) => client.slack.changeWorkspace('deactivate', { user }),
    reactivate: (user: string) => client.slack.changeWorkspace('reactivate', { user }),
    changeRole: (user: string, role: Role) => client.slack.changeWorkspace('role', { user, role }),
    join: (user: string, channel: string) => client.slack.changeWorkspace('invite', { user, channel }),
    leave: (user: string, channel: string) => client.slack.changeWorkspace('kick', { user, channel }),
    /** Puts made-up members into a channel, thousands if need be, without any event; resolves to their ids. */
    async populate(channel: string, count: number): Promise<string[]> {
      const { users } = await client.slack.changeWorkspace<{ users: string[] }>('populate', { channel, count })
      return users
    },
    /** The id of a user group, by handle. */
    async group(handle: string): Promise<string> {
      const groups = (await client.slack.groups()).map(({ id, handle: name }) => ({ id, name }))
      return named(groups, handle.replace(/^@/, ''))
    },
    groups: client.slack.groups,
    changeGroup: client.slack.changeGroup,
    changePerson: client.slack.changePerson,
    redeliver: client.slack.redeliver,
    disconnectSockets: client.slack.disconnectSockets,
    /** Waits for the first matching message of an app, in the channel or below the head of one of its threads, which repeats the newest mail. */
    findMessage: (channel: string, fits: RegExp, thread?: string): Promise<Message & MessageRef> =>
      until(async () => {
        const found = (await slack.messages(channel, thread)).find(
          (one) => one.bot_id && one.ts !== thread && !one.ephemeral_for && fits.test(readText(one)),
        )
        return found && { ...found, channel }
      }),
    /** Waits for a card in this state, by its metadata: the oldest one in the channel, or in one of its threads. */
    findCard: (
      channel: string,
      state: string,
      { kind = 'jobs.card', thread }: { kind?: string; thread?: string | undefined } = {},
    ): Promise<Message & MessageRef> =>
      until(async () => {
        const found = (await slack.messages(channel, thread)).find(({ metadata }) => {
          const { op_id: op, state: shown } = metadata?.event_payload ?? {}
          return shown === state && String(op).startsWith(`card:${kind}:`)
        })
        return found && { ...found, channel }
      }),
    /** Waits for the first post whose effect is of this kind (`jobs.end`), in the channel or in one of its threads. */
    findPost: (channel: string, effect: string, thread?: string): Promise<Message & MessageRef> =>
      until(async () => {
        const found = (await slack.messages(channel, thread)).find(({ metadata }) =>
          String(metadata?.event_payload['op_id']).startsWith(`${effect}:`),
        )
        return found && { ...found, channel }
      }),
    /** Waits for a file that an app shared, in the channel or in one of its threads, and reads it. */
    findFile: (
      channel: string,
      name: RegExp,
      thread?: string,
    ): Promise<SharedFile & MessageRef & { content: string }> =>
      until(async () => {
        const from = (await slack.messages(channel, thread)).filter((one) => one.bot_id)
        const all = from.flatMap(({ ts, files = [] }) => files.map((file) => ({ ...file, channel, ts })))
        const found = all.find((file) => name.test(file.name))
        return found && { ...found, content: (await client.slack.readFile(found.id)).toString('utf8') }
      }),
    /** Waits for a message that only this person sees, in the channel or in one of its threads. */
    findEphemeral: (channel: string, user: string, fits: RegExp, thread?: string): Promise<Message> =>
      until(async () =>
        (await slack.messages(channel, thread)).find((one) => one.ephemeral_for === user && fits.test(readText(one))),
      ),
  }

  return {
    sandbox,
    client,
    slack,
    agent: {
      jobs: client.agent.jobs,
      /** Waits until the agent has a job with a matching prompt. */
      findJob: (fits: RegExp): Promise<AgentJob> =>
        until(async () => (await client.agent.jobs()).find((job) => fits.test(job.prompt))),
      /** Waits until a job, by the agent's id, has this many follow-ups. */
      waitForFollowUps: (id: string, count: number): Promise<boolean> =>
        until(async () => (await client.agent.jobs()).find((job) => job.id === id)?.followUps.length === count),
      changeJob: client.agent.changeJob,
    },
    mail: {
      inbox: sandbox.env['SANDBOX_INBOX'] ?? '',
      /** A customer writes to the seeded inbox. */
      receive: (fields: Fields) =>
        client.mail.receive({
          inbox_id: sandbox.env['SANDBOX_INBOX'],
          from: 'Customer One <one@customer.test>',
          ...fields,
        }),
      sent: client.mail.sent,
      /** Waits for a sent mail with matching text. */
      findSentMail: (fits: RegExp): Promise<SentMail> =>
        until(async () =>
          (await client.mail.sent()).find((mail) => fits.test(`${mail.subject} ${mail.text} ${mail.html}`)),
        ),
      reportOutcome: client.mail.reportOutcome,
      sendEvent: client.mail.sendEvent,
      deliveries: client.mail.deliveries,
      redeliver: client.mail.redeliver,
      changeAccount: client.mail.changeAccount,
    },
    addFault: client.addFault,
    clearFaults: client.clearFaults,
    setClock: client.setClock,
    start: () => client.controlApp('start'),
    stop: () => client.controlApp('stop'),
    /** Ends the app as a crash does; it needs a separate process. */
    kill: () => client.controlApp('kill'),
    exchanges: client.exchanges,
    /** Precedes every assertion that something happened once or never: reads are refused until then. */
    async settled(this: void): Promise<void> {
      const acts = guard.count()
      await untilSettled()
      guard.markSettled(acts)
    },
    actCount: guard.count,
    output,
  }
}
