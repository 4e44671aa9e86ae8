import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, type TestContext } from 'vitest'
import { executeOperation } from '../../chaos/workload.ts'
import { waitsForPeople } from '../../chaos/card-parser.ts'
import { resolveQuestions } from '../../chaos/resolve-questions.ts'
import { quiesce } from '../../chaos/quiesce.ts'
import { wasAccepted } from '../../chaos/violations.ts'
import { openCluster, type AppProcess } from '../../chaos/cluster.ts'
import { checkRun, countViolations } from '../../chaos/checker.ts'
import type { PlannedOperation, OperationKind } from '../../chaos/plan.ts'
import { decideSends } from '../../chaos/decide-sends.ts'
import { openFixture, routeSecondInbox } from '../../chaos/fixture.ts'
import { readFinalState } from '../../chaos/final-state.ts'
import { createSandbox } from '../../sandbox/create-sandbox.ts'
import { createSandboxClient, ifPossible } from '../../tools/sandbox-client.ts'
import { until } from '../support/simulators.ts'
import { createTempFolder } from '../support/app-process.ts'

const SCALE = 100
const MAX_CALLS = 60
/** A look reads everything that was posted and sent so far. */
const LOOK_MS = 300
/** A dozen starts of a process beside everything else that runs; ends only what hangs. */
const TIMEOUT_MS = 900_000
/** A crash at each call before the app reads the answer, and at every other call after the app has read it and begun its next task. */
const MOMENTS = [
  { atMs: 0, step: 1 },
  { atMs: 25, step: 2 },
]

/** Numbers of operations whose mail goes to the first inbox and isn’t scheduled; a new mail goes to the other inbox. */
const toNumber = (planned: number): number => 60 * planned + 2

const isSampled = (point: number, atMs: number): boolean => atMs === 0 && point % 5 === 2

/** The points of a story at which the app crashes. */
const PARTS: { which: string; tags: 'rest'[]; isPlayed: typeof isSampled }[] = [
  { which: 'each fifth', tags: [], isPlayed: isSampled },
  { which: 'any other', tags: ['rest'], isPlayed: (point, atMs) => !isSampled(point, atMs) },
]

/** A sandbox with one app on SQLite, whose process crashes at the n-th call of a story. */
async function openCrashStage({ onTestFinished }: TestContext) {
  const sandbox = await createSandbox({ app: false, empty: true, scale: SCALE })
  const fixture = await openFixture(createSandboxClient(sandbox.control), sandbox.env)
  // Without a route, the mail of the second inbox is shown in the default channel.
  fixture.inboxes[1].channel = fixture.inboxes[0].channel
  const env = {
    ...sandbox.env,
    MAIL_DEFAULT_CHANNEL: fixture.inboxes[0].channel,
    MAIL_UNDO_SECONDS: '0',
    JOB_UNDO_SECONDS: '0',
  }
  const folder = createTempFolder(onTestFinished)
  const cluster = await openCluster({ store: 'sqlite', isSplit: false, env, folder })
  onTestFinished(async () => {
    fixture.history.close()
    await cluster.close()
    await sandbox.close()
  })
  const [app] = cluster.processes
  if (!app) throw new Error('no process')
  await app.start()
  await until(async () => (await fixture.sandbox.mail.webhooks()).length > 0)
  await routeSecondInbox(fixture)
  await fixture.sandbox.agent.setScript('completed')
  await fixture.sandbox.mail.setScript('delivered')
  let calls = Infinity
  let delayMs = 0
  const crashes: Promise<void>[] = []
  async function crash(process: AppProcess): Promise<void> {
    await sleep(delayMs)
    await process.kill()
    await process.start()
  }
  sandbox.server.onEvent(({ type, exchange }) => {
    if (type !== 'wire' || typeof exchange !== 'object' || exchange === null) return
    const { direction, path } = exchange as { direction: string; path: string }
    // The app checks its webhook all the time, in every story.
    if (direction !== 'from-app' || path.includes('/webhooks')) return
    calls -= 1
    if (calls === 0) crashes.push(crash(app))
  })

  const resolved = new Set<string>()
  const findViolations = async () => checkRun(fixture, await readFinalState(fixture))
  const listUnderway = () =>
    fixture.operations.filter(
      (operation) => operation.accepted === undefined && !wasAccepted(fixture.history, operation),
    )
  const isUnderway = () => listUnderway().length > 0
  /** On this clock Slack retries for four seconds and the mailbox for longer; this delivers again what no process was up for. */
  const deliverAgain = async (): Promise<void> => {
    const { slack, mail } = fixture.sandbox
    const { messages, mails } = fixture.history
    for (const { event = '' } of listUnderway()) {
      for (const id of messages.get(event)?.ids ?? []) await ifPossible(slack.redeliver(1, id))
      if (mails.has(event)) await ifPossible(mail.redeliver(event, 1))
    }
  }
  /** Resolves when every operation has its effect, every question is answered, and every scheduled mail was sent. */
  const untilDone = async (): Promise<void> => {
    const end = Date.now() + 180_000
    let again = Date.now() + 5000
    for (;;) {
      const wasUnderway = isUnderway()
      // Reads the state once for both: it takes every thread of every story so far.
      const state = await readFinalState(fixture)
      if (!wasUnderway && countViolations(checkRun(fixture, state)) === 0) return
      await resolveQuestions(fixture, resolved, state)
      if (state.posts.some(({ content }) => waitsForPeople(content)))
        await decideSends(fixture, fixture.people[0], true)
      if (isUnderway() && Date.now() > again) {
        await deliverAgain()
        again = Date.now() + 5000
      }
      if (Date.now() > end) {
        const unaccepted = listUnderway().map(({ kind, marker }) => `${kind} ${marker}`)
        throw new Error(JSON.stringify({ unaccepted, ...(await findViolations()) }, undefined, 2))
      }
      await sleep(LOOK_MS)
    }
  }
  let planned = 0
  const planOperation = (kind: OperationKind): PlannedOperation => ({
    kind,
    marker: `m${String(toNumber(++planned)).padStart(5, '0')}x${10_000 + planned}`,
    words: 'explain the retry schedule of webhooks',
    user: 0,
    channel: 0,
    pick: 0.999,
    times: 1,
    pauseMs: 0,
  })

  return {
    /** Plays the operations once; true if the process crashed at the n-th call. */
    async play(kinds: OperationKind[], nth: number, atMs: number): Promise<boolean> {
      delayMs = atMs
      calls = nth
      for (const kind of kinds) {
        await executeOperation(fixture, planOperation(kind))
        await untilDone()
      }
      const hasCrashed = calls <= 0
      calls = Infinity
      await Promise.all(crashes)
      return hasCrashed
    },
    async findViolations() {
      await quiesce(fixture, cluster, () => {})
      return findViolations()
    },
  }
}

const nothing = { lost: [], duplicated: [], outOfOrder: [], stuck: [] }

describe.concurrent.each<[string, OperationKind[], typeof MOMENTS]>([
  ['a job with a follow-up', ['command', 'follow-up'], MOMENTS],
  ['a mail with a reply', ['mail', 'mail-in-thread', 'reply'], MOMENTS],
  ['a forward and a new mail', ['mail', 'forward', 'new-mail'], [{ atMs: 0, step: 2 }]],
])('%s', (_name, kinds, moments) => {
  for (const { which, tags, isPlayed } of PARTS) {
    test(`a crash at ${which} call loses and repeats nothing`, { tags, timeout: TIMEOUT_MS }, async (context) => {
      const stage = await openCrashStage(context)
      let crashes = 0
      for (const { atMs, step } of moments) {
        for (let point = 0; 1 + point * step < MAX_CALLS; point++) {
          if (!isPlayed(point, atMs)) continue
          if (!(await stage.play(kinds, 1 + point * step, atMs))) break
          crashes += 1
        }
      }
      expect(crashes).toBeGreaterThan(0)
      expect(await stage.findViolations()).toEqual(nothing)
    })
  }
})
