import { onTestFinished, expect, test } from 'vitest'
import { acting } from '../../chaos/workload.ts'
import { answerAll } from '../../chaos/resolve-questions.ts'
import { calm } from '../../chaos/quiesce.ts'
import { isAccepted } from '../../chaos/violations.ts'
import { fleet } from '../../chaos/cluster.ts'
import { judge, violations } from '../../chaos/checker.ts'
import type { Act, ActKind } from '../../chaos/plan.ts'
import { scene as openScene } from '../../chaos/fixture.ts'
import { standing } from '../../chaos/final-state.ts'
import { createSandbox } from '../../sandbox/create-sandbox.ts'
import { ifPossible } from '../../tools/sandbox-client.ts'
import { until } from '../support/simulators.ts'
import { createTempFolder } from '../support/app-process.ts'

const SCALE = 100
const MOST_CALLS = 60
/** Killed at each call before the app reads the answer, and at every other one when it has read it and goes on to its next task. */
const MOMENTS = [
  { atMs: 0, step: 1 },
  { atMs: 25, step: 2 },
]

/** A sandbox and one app on one file, whose process dies at the n-th call of a story. */
async function stage() {
  const sandbox = await createSandbox({ app: false, empty: true, scale: SCALE })
  const scene = await openScene(sandbox.control, sandbox.env['SANDBOX_INBOX'] ?? '')
  const env = { ...sandbox.env, MAIL_DEFAULT_CHANNEL: scene.mailChannel, MAIL_UNDO_SECONDS: '0', JOB_UNDO_SECONDS: '0' }
  const crew = await fleet({ store: 'sqlite', isSplit: false, env, folder: createTempFolder() })
  onTestFinished(async () => {
    scene.seen.close()
    await crew.close()
    await sandbox.close()
  })
  const [app] = crew.members
  if (!app) throw new Error('no process')
  await app.start()
  await until(() => crewIsKnown())
  await scene.sandbox.agent.setScript('completed')
  await scene.sandbox.mail.setScript('delivered')
  const act = acting(scene)
  let calls = Infinity
  let delayMs = 0
  const deaths: Promise<void>[] = []
  async function crewIsKnown(): Promise<boolean> {
    return (await scene.sandbox.mail.webhooks()).length > 0
  }
  async function die(mine: typeof app): Promise<void> {
    await new Promise((wake) => setTimeout(wake, delayMs))
    await mine?.kill()
    await mine?.start()
  }
  sandbox.server.onEvent(({ type, exchange }) => {
    if (type !== 'wire' || typeof exchange !== 'object' || exchange === null) return
    const { direction, path } = exchange as { direction: string; path: string }
    // The watch over the webhook goes on beside every story.
    if (direction !== 'from-app' || path.includes('/webhooks')) return
    calls -= 1
    if (calls === 0) deaths.push(die(app))
  })

  const answered = new Set<string>()
  const faults = async () => judge(scene, await standing(scene))
  const isUnderway = () => scene.deeds.some((deed) => deed.accepted === undefined && !isAccepted(scene.seen, deed))
  /** On this clock Slack tries for four seconds and the mailbox for longer: what no process was up for, they bring again. */
  const bringAgain = async (): Promise<void> => {
    await ifPossible(scene.sandbox.slack.redeliver(1))
    for (const { event_id } of (await scene.sandbox.mail.deliveries()).slice(-2))
      await ifPossible(scene.sandbox.mail.redeliver(event_id, 1))
  }
  /** Everything said and done has its effect; what nobody could know is asked, and answered. */
  const ends = async (): Promise<void> => {
    const end = Date.now() + 180_000
    let again = Date.now() + 5000
    while (isUnderway() || violations(await faults()) > 0) {
      await answerAll(scene, answered)
      if (isUnderway() && Date.now() > again) {
        await bringAgain()
        again = Date.now() + 5000
      }
      if (Date.now() > end) throw new Error(JSON.stringify(await faults(), undefined, 2))
      await new Promise((wake) => setTimeout(wake, 100))
    }
  }
  let told = 0
  const line = (kind: ActKind): Act => ({
    kind,
    marker: `m${String(++told).padStart(5, '0')}x${10_000 + told}`,
    words: 'explain the retry schedule of webhooks',
    user: 0,
    channel: 0,
    pick: 0.999,
    times: 1,
    pauseMs: 0,
  })

  return {
    /** True: the process died at the n-th call. */
    async tell(kinds: ActKind[], nth: number, atMs: number): Promise<boolean> {
      delayMs = atMs
      calls = nth
      for (const kind of kinds) {
        await act(line(kind))
        await ends()
      }
      const hasDied = calls <= 0
      calls = Infinity
      await Promise.all(deaths)
      return hasDied
    },
    async verdict() {
      await calm(scene, crew, () => {})
      return faults()
    },
  }
}

const nothing = { lost: [], doubled: [], disorder: [], stuck: [] }

for (const [name, kinds] of [
  ['a job with a follow-up', ['command', 'follow']],
  ['a mail with an answer', ['mail', 'more', 'reply']],
] as [string, ActKind[]][]) {
  test(`killed at any call of ${name}, the story ends, and nothing happens twice`, async () => {
    const play = await stage()
    for (const { atMs, step } of MOMENTS) {
      let nth = 1
      while (nth < MOST_CALLS && (await play.tell(kinds, nth, atMs))) nth += step
      expect(nth).toBeGreaterThan(kinds.length)
    }
    expect(await play.verdict()).toEqual(nothing)
  })
}
