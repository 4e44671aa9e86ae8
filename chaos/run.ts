import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { until, workplace } from '../tools/processes.ts'
import { acting } from './workload.ts'
import { answerAll, type Questions } from './resolve-questions.ts'
import { calm, tasksOf } from './quiesce.ts'
import { fleet as openFleet, type Fleet } from './cluster.ts'
import { isAccepted, type Verdict } from './violations.ts'
import { judge, violations } from './checker.ts'
import { plan as planned, type Act, type Kill, type Plan, type PlanOptions } from './plan.ts'
import { scene as openScene, type Scene } from './fixture.ts'
import { standing } from './final-state.ts'
import { storm } from './faults.ts'

export interface ChaosOptions extends PlanOptions {
  /** What happens, for whoever watches. */
  say?: (line: string) => void
}

export interface Report {
  options: ChaosOptions
  seconds: number
  kills: number
  redisRestarts: number
  accepted: number
  calls: number
  faulted: number
  jobs: number
  mailsIn: number
  mailsOut: number
  posts: number
  edits: number
  questions: Questions
  /** Requests to the agent whose outcome the app could not know. */
  unanswered: { creates: number; follows: number }
  verdict: Verdict
  /** Where the logs of the app are, if something went wrong. */
  folder: string | undefined
}

/** Both sides' waits are this much shorter: an hour passes in 36 s. */
const SCALE = 100
const ROUNDS = 6
/** The mailbox' last retries come after hours: nothing else waits then. */
const LATE_SCALE = 2000

interface Sandbox {
  control: string
  env: Record<string, string>
}

/** Each person does one thing at a time; different people do not wait for each other. */
async function play(plan: Plan, scene: Scene): Promise<void> {
  const act = acting(scene)
  const busy = new Map<number, Promise<void>>()
  const failures: unknown[] = []
  async function inTurn(before: Promise<void> | undefined, next: Act): Promise<void> {
    await before
    await act(next).catch((error: unknown) => void failures.push(error))
  }
  for (const [index, next] of plan.acts.entries()) {
    const script = plan.scripts.find(({ from }) => from === index)
    if (script) {
      await scene.sandbox.agent.setScript(script.agent.outcome, script.agent.afterMs)
      await scene.sandbox.mail.setScript(script.mail.outcome, script.mail.afterMs)
    }
    const person = Math.floor(next.user * scene.people.length)
    busy.set(person, inTurn(busy.get(person), next))
    await sleep(next.pauseMs)
  }
  await Promise.all(busy.values())
  if (failures.length > 0) throw failures[0]
}

async function strike(kill: Kill, { members, redis }: Fleet): Promise<'app' | 'redis'> {
  if (redis && (kill.kind === 'redis-kill' || kill.kind === 'redis-shutdown')) {
    await sleep(kill.afterMs)
    await redis.restart(kill.kind === 'redis-kill' ? 'kill' : 'shutdown')
    return 'redis'
  }
  const victims =
    kill.kind === 'all' ? members : members.filter((_, index) => index === Math.floor(kill.victim * members.length))
  if (kill.isEarly) {
    // Killed once in peace and once more while it comes up.
    await Promise.all(victims.map((one) => one.kill()))
    const coming = Promise.all(victims.map((one) => one.start()))
    await sleep(kill.afterMs / 6)
    await Promise.all(victims.map((one) => one.kill()))
    await coming
  } else {
    await sleep(kill.afterMs)
    await Promise.all(victims.map((one) => one.kill()))
  }
  await Promise.all(victims.map((one) => one.start()))
  return 'app'
}

/** Runs the app as real processes through bad weather and kills, and compares what was sent with what came of it. */
export async function chaos(options: ChaosOptions): Promise<Report> {
  const { seed, store, say = () => {} } = options
  const plan = planned(options)
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-chaos-'))
  const place = workplace()
  let fleet: Fleet | undefined
  let scene: Scene | undefined
  let isClean = false
  const startedAt = Date.now()
  try {
    const args = ['--json', '--no-app', '--empty', '--port', '0', '--clock', `${SCALE}`]
    const { first } = await place.node<Sandbox>('sandbox/main.ts', args)
    scene = await openScene(first.control, first.env['SANDBOX_INBOX'] ?? '')
    const env = {
      ...first.env,
      MAIL_DEFAULT_CHANNEL: scene.mailChannel,
      MAIL_UNDO_SECONDS: '1',
      LOG_LEVEL: 'info',
    }
    fleet = await openFleet({ store, isSplit: seed % 2 === 0, env, folder })
    // Node keeps what it compiled when a process ends by itself; a killed one leaves nothing.
    for (const one of fleet.members) {
      await one.start()
      await one.stop()
    }
    await Promise.all(fleet.members.map((one) => one.start()))
    const { sandbox } = scene
    if (!options.isJobsAlone) await until('the webhook', async () => (await sandbox.mail.webhooks()).length > 0)
    await storm(sandbox, plan.weatherSeed)
    say(`seed ${seed} on ${store}: the storm begins; logs in ${folder}`)

    let redisRestarts = 0
    let kills = 0
    const striking = (async (crew: Fleet) => {
      for (const kill of plan.kills) {
        if ((await strike(kill, crew)) === 'redis') redisRestarts += 1
        kills += 1
        if (kills % 25 === 0) say(`${kills} kills, ${scene?.deeds.length ?? 0} deeds`)
      }
    })(fleet)
    await Promise.all([play(plan, scene), striking])

    const { calls, faults } = scene.seen.counts
    const faulted = [...faults.values()].reduce((sum, count) => sum + count, 0)
    await sandbox.clearFaults()
    say('the weather is fair; waiting for the app')
    const crew = fleet
    const questions: Questions = { jobs: 0, follows: 0, replies: 0 }
    const answered = new Set<string>()
    await calm(scene, crew, say)
    for (let round = 0; round < ROUNDS; round += 1) {
      const asked = await answerAll(scene, answered)
      for (const kind of ['jobs', 'follows', 'replies'] as const) questions[kind] += asked[kind]
      if (asked.jobs + asked.follows + asked.replies === 0) break
      await calm(scene, crew, say)
    }
    await sandbox.setClock(LATE_SCALE)
    await calm(scene, crew, say)

    const stands = await standing(scene)
    const verdict = judge(scene, stands)
    const { dead, waiting, active } = await tasksOf(crew)
    if ([dead, waiting, active].some(Number.isNaN)) throw new Error('the app does not say how many tasks it has')
    if (dead > 0) verdict.stuck.push(`${dead} dead tasks`)
    if (waiting + active > 0) verdict.stuck.push(`${waiting + active} tasks still wait or run`)
    isClean = violations(verdict) === 0
    const { seen, deeds } = scene
    const { counts } = seen
    return {
      options,
      seconds: Math.round((Date.now() - startedAt) / 1000),
      kills: plan.kills.length,
      redisRestarts,
      accepted: deeds.filter((deed) => isAccepted(seen, deed)).length,
      calls,
      faulted,
      jobs: stands.jobs.length,
      mailsIn: deeds.filter(({ kind }) => kind === 'mail').length,
      mailsOut: stands.sent.length,
      posts: counts.posts,
      edits: counts.edits,
      questions,
      unanswered: counts.unanswered,
      verdict,
      folder: isClean ? undefined : folder,
    }
  } finally {
    scene?.seen.close()
    await fleet?.close()
    await place.close()
    if (isClean) rmSync(folder, { recursive: true, force: true })
  }
}
