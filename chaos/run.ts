import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TaskCounts } from '../tools/app-metrics.ts'
import { createProcessGroup, waitUntil } from '../tools/processes.ts'
import { startSandbox } from '../tools/sandbox-process.ts'
import { checkRun, countViolations } from './checker.ts'
import { openCluster, type Cluster } from './cluster.ts'
import { decideAllSends, describeDecisions, requireApproval } from './decide-sends.ts'
import { injectFaults } from './faults.ts'
import { readFinalState, type FinalState } from './final-state.ts'
import { openFixture, PATIENT_FORM_POLLS, routeSecondInbox, type Fixture } from './fixture.ts'
import { createPlan, type Kill, type Plan, type PlannedOperation, type PlanOptions } from './plan.ts'
import { quiesce, readClusterTasks } from './quiesce.ts'
import { openListedMail } from './open-listed-mail.ts'
import { resolveQuestions, type Questions } from './resolve-questions.ts'
import { wasAccepted, type Violations } from './violations.ts'
import { executeOperation } from './workload.ts'

export interface ChaosOptions extends PlanOptions {
  /** Receives a line for each step of the run. */
  onProgress?: (line: string) => void
}

export interface Report {
  options: ChaosOptions
  seconds: number
  kills: number
  redisRestarts: number
  accepted: number
  calls: number
  callsWithFault: number
  jobs: number
  mailsIn: number
  mailsOut: number
  posts: number
  edits: number
  questions: Questions
  /** Requests to the agent whose outcome the app could not know. */
  unanswered: { creates: number; followUps: number }
  violations: Violations
  /** Where the logs of the app are, if there are violations. */
  folder: string | undefined
}

/** The waits of the app and of the simulators are this many times shorter: an hour passes in 36 s. */
const CLOCK_SCALE = 100
const MAX_QUESTION_ROUNDS = 6
/** The last retries of the mailbox come after hours, when nothing else is waiting. */
const LATE_CLOCK_SCALE = 2000
const LEFT_OVER_MS = 15_000
const LEFT_OVER_POLL_MS = 250
const PROGRESS_POLL_MS = 50

interface Run {
  options: ChaosOptions
  plan: Plan
  fixture: Fixture
  cluster: Cluster
  report: (line: string) => void
  /** How many operations have ended. */
  progress: { done: number }
}

/** Each person does one thing at a time; different people do not wait for each other. */
async function runWorkload({ plan, fixture, progress }: Run): Promise<void> {
  const busy = new Map<number, Promise<void>>()
  const failures: unknown[] = []
  async function executeAfter(before: Promise<void> | undefined, next: PlannedOperation): Promise<void> {
    await before
    await executeOperation(fixture, next).catch((error: unknown) => void failures.push(error))
    progress.done += 1
  }
  for (const [index, next] of plan.operations.entries()) {
    const script = plan.scripts.find(({ from }) => from === index)
    if (script) {
      await fixture.sandbox.agent.setScript(script.agent.outcome, script.agent.afterMs)
      await fixture.sandbox.mail.setScript(script.mail.outcome, script.mail.afterMs)
    }
    const person = Math.floor(next.user * fixture.people.length)
    busy.set(person, executeAfter(busy.get(person), next))
    await sleep(next.pauseMs)
  }
  await Promise.all(busy.values())
  if (failures.length > 0) throw failures[0]
}

async function executeKill(kill: Kill, { processes, redis }: Cluster): Promise<'app' | 'redis'> {
  if (redis && (kill.kind === 'redis-kill' || kill.kind === 'redis-shutdown')) {
    await sleep(kill.afterMs)
    await redis.restart(kill.kind === 'redis-kill' ? 'kill' : 'shutdown')
    return 'redis'
  }
  const targets =
    kill.kind === 'all'
      ? processes
      : processes.filter((_, index) => index === Math.floor(kill.target * processes.length))
  if (kill.isEarly) {
    // Killed once while it runs, and once more while it starts.
    await Promise.all(targets.map((one) => one.kill()))
    const starting = Promise.all(targets.map((one) => one.start()))
    await sleep(kill.afterMs / 6)
    await Promise.all(targets.map((one) => one.kill()))
    await starting
  } else {
    await sleep(kill.afterMs)
    await Promise.all(targets.map((one) => one.kill()))
  }
  await Promise.all(targets.map((one) => one.start()))
  return 'app'
}

/** Executes all kills of the plan; returns how many of them restarted Redis. */
async function executeKills({ plan, cluster, fixture, report, progress }: Run): Promise<number> {
  let redisRestarts = 0
  for (const [index, kill] of plan.kills.entries()) {
    while (progress.done < kill.from) await sleep(PROGRESS_POLL_MS)
    if ((await executeKill(kill, cluster)) === 'redis') redisRestarts += 1
    if ((index + 1) % 25 === 0) report(`${index + 1} kills, ${fixture.operations.length} operations`)
  }
  return redisRestarts
}

async function startProcesses({ processes }: Cluster): Promise<void> {
  // Node writes its compile cache when a process exits by itself; a killed process writes nothing.
  for (const one of processes) {
    await one.start()
    await one.stop()
  }
  await Promise.all(processes.map((one) => one.start()))
}

/** Waits for quiescence, opens listed mail and answers the app's questions until there is none left; returns how many it asked. */
async function reachFinalState({ fixture, cluster, report }: Run): Promise<Questions> {
  const questions: Questions = { jobs: 0, followUps: 0, replies: 0 }
  const resolved = new Set<string>()
  await quiesce(fixture, cluster, report)
  for (let round = 0; round < MAX_QUESTION_ROUNDS; round += 1) {
    const asked = await resolveQuestions(fixture, resolved)
    for (const kind of ['jobs', 'followUps', 'replies'] as const) questions[kind] += asked[kind]
    const opened = await openListedMail(fixture)
    const decided = await decideAllSends(fixture)
    if (asked.jobs + asked.followUps + asked.replies + opened + decided === 0) break
    await quiesce(fixture, cluster, report)
  }
  await fixture.sandbox.setClock(LATE_CLOCK_SCALE)
  await quiesce(fixture, cluster, report)
  return questions
}

/** Counts tasks that do not go away; a periodic task counts only while it runs. */
async function readLeftOverTasks(cluster: Cluster): Promise<TaskCounts> {
  const end = Date.now() + LEFT_OVER_MS
  for (;;) {
    const counts = await readClusterTasks(cluster)
    if (counts.waiting + counts.active === 0 || Date.now() > end) return counts
    await sleep(LEFT_OVER_POLL_MS)
  }
}

/** All violations: those in the final state, and tasks that are dead or left over. */
async function findViolations({ options, fixture, cluster }: Run, finalState: FinalState): Promise<Violations> {
  const violations = checkRun({ ...fixture, plannedSends: options.sends }, finalState)
  const { dead, waiting, active } = await readLeftOverTasks(cluster)
  if ([dead, waiting, active].some(Number.isNaN)) throw new Error('the app does not report how many tasks it has')
  if (dead > 0) violations.stuck.push(`${dead} dead tasks`)
  if (waiting + active > 0) violations.stuck.push(`${waiting + active} tasks are still waiting or active`)
  return violations
}

async function executeRun(run: Run): Promise<Omit<Report, 'seconds' | 'folder'>> {
  const { options, plan, fixture, report } = run
  const { sandbox, history } = fixture
  await injectFaults(sandbox, plan.faultSeed)
  const [redisRestarts] = await Promise.all([executeKills(run), runWorkload(run)])
  // Calls after this moment meet no faults, so they do not count in the share of calls with a fault.
  const { calls, faults } = history.counts
  const callsWithFault = [...faults.values()].reduce((sum, count) => sum + count, 0)
  await sandbox.clearFaults()
  fixture.formPolls = PATIENT_FORM_POLLS
  report('faults are cleared; waiting for the app to finish its work')
  const questions = await reachFinalState(run)
  report(describeDecisions(fixture))
  const finalState = await readFinalState(fixture)
  const { posts, edits, unanswered } = history.counts
  return {
    options: { ...options, events: plan.operations.length },
    kills: plan.kills.length,
    redisRestarts,
    accepted: fixture.operations.filter((operation) => wasAccepted(history, operation)).length,
    calls,
    callsWithFault,
    jobs: finalState.jobs.length,
    mailsIn: fixture.operations.filter(({ kind }) => kind === 'mail').length,
    mailsOut: finalState.sent.length,
    posts,
    edits,
    questions,
    unanswered,
    violations: await findViolations(run, finalState),
  }
}

/** Runs the app as real processes under faults and kills, and compares what was sent with the final state. */
export async function runChaos(options: ChaosOptions): Promise<Report> {
  const { seed, store, onProgress: report = () => {} } = options
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-chaos-'))
  const group = createProcessGroup()
  let cluster: Cluster | undefined
  let fixture: Fixture | undefined
  let isClean = false
  const startedAt = Date.now()
  try {
    const sandbox = await startSandbox(group, '--clock', `${CLOCK_SCALE}`)
    fixture = await openFixture(sandbox.client, sandbox.env)
    const settings = { MAIL_DEFAULT_CHANNEL: fixture.inboxes[0].channel, MAIL_UNDO_SECONDS: '1', LOG_LEVEL: 'info' }
    cluster = await openCluster({ store, isSplit: seed % 2 === 0, env: { ...sandbox.env, ...settings }, folder })
    await startProcesses(cluster)
    const { mail } = fixture.sandbox
    if (!options.isJobsOnly) {
      await waitUntil('the webhook', async () => (await mail.webhooks()).length > 0)
      await routeSecondInbox(fixture)
      await requireApproval(fixture, fixture.inboxes[1])
    }
    report(`seed ${seed} on ${store}: faults and kills begin; logs in ${folder}`)
    const run = { options, plan: createPlan(options), fixture, cluster, report, progress: { done: 0 } }
    const results = await executeRun(run)
    isClean = countViolations(results.violations) === 0
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    return { ...results, seconds, folder: isClean ? undefined : folder }
  } finally {
    fixture?.history.close()
    await cluster?.close()
    await group.close()
    if (isClean) rmSync(folder, { recursive: true, force: true })
  }
}
