import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPrng } from '../tools/prng.ts'
import { readTaskCounts } from '../tools/app-metrics.ts'
import type { Entrance, EntranceRun } from './entrance.ts'
import { createHostileAnswer, type HostileAnswer } from './hostile-answers.ts'
import { signSlackRequest } from './sign-requests.ts'
import { passOn, startUpstreamProxy, type ProxiedCall } from './upstream-proxy.ts'
import { findDoubledWork, findLostWork, openWorkload, type Workload } from './upstream-workload.ts'

/** The answers that are still to be given, by service. */
interface Script {
  next(call: ProxiedCall): { index: number; answer: HostileAnswer } | undefined
  left(): number
  /** How many are left of each service. */
  describe(): string
}

/** This many people and customers act at the same time, each with a pause after each act. */
const ACTORS = 8
const PAUSE_MS = 150
/** Above this number of tasks the app is behind. */
const MOST_TASKS = 80
const PROGRESS_EVERY = 100
/** Nobody asks a service that is paused: the rest of its answers is given up after this time without one. */
const STALLED_MS = 60_000
/** At a clock a hundred times as fast, every retry comes within seconds. */
const RECOVERED_WITHIN_MS = 240_000
const POLL_MS = 500

/** Half of the calls get the next case of their service; the others get the truth, so the work goes on. */
function createScript(cases: { index: number; answer: HostileAnswer }[], seed: number): Script {
  const waiting = Map.groupBy(cases, ({ answer }) => answer.service)
  const prng = createPrng(seed)
  return {
    next: ({ service }) => (prng.next() < 0.5 ? waiting.get(service)?.shift() : undefined),
    left: () => [...waiting.values()].reduce((sum, list) => sum + list.length, 0),
    describe: () => [...waiting].map(([service, list]) => `${service} ${list.length}`).join(', '),
  }
}

/** Without a `response_url`: the simulators' own does not lead through the proxy, so the app would not take it for Slack's. */
async function sendCommand({ samples, sandbox, app }: EntranceRun, fields: Record<string, string>): Promise<boolean> {
  const { response_url: _url, ...sample } = samples.slack.find(({ name }) => name === '/docs help')?.payload ?? {}
  const form = new URLSearchParams(
    Object.entries(sample).map(([name, value]): [string, string] => [name, String(value)]),
  )
  for (const [name, value] of Object.entries({ ...fields, trigger_id: randomUUID() })) form.set(name, value)
  const body = Buffer.from(form.toString())
  const headers = signSlackRequest(sandbox.env['SLACK_SIGNING_SECRET'] ?? '', body)
  const answer = await fetch(`${app.url}/slack/events`, {
    method: 'POST',
    headers: [['content-type', 'application/x-www-form-urlencoded'], ...headers],
    body,
  }).catch(() => undefined)
  return answer?.status === 200
}

async function sendWork(run: EntranceRun, workload: Workload, script: Script): Promise<void> {
  const prng = createPrng(run.seed)
  let left = script.left()
  let changedAt = Date.now()
  let count = 0
  let isBehind = false
  async function watchTasks(): Promise<void> {
    while (script.left() > 0 && Date.now() - changedAt < STALLED_MS) {
      const counts = await readTaskCounts(run.app.url).catch(() => undefined)
      isBehind = !counts || counts.waiting + counts.active + counts.delayed > MOST_TASKS
      await sleep(POLL_MS)
    }
  }
  async function act(): Promise<void> {
    while (script.left() > 0 && Date.now() - changedAt < STALLED_MS) {
      const index = count++
      await workload.doOne(prng, index, { isBehind })
      await run.app.ensureRunning([])
      await sleep(PAUSE_MS)
      if (script.left() < left) {
        left = script.left()
        changedAt = Date.now()
      }
      if (index % PROGRESS_EVERY === 0)
        run.onProgress(`${script.describe()} answers are left, ${workload.accepted.length} things were accepted`)
    }
  }
  await Promise.all([watchTasks(), ...Array.from({ length: ACTORS }, act)])
  if (script.left() > 0)
    run.observations.remarks.push(`answers that were not given, because nobody asked: ${script.describe()}`)
}

/** After the last odd answer: everything that was accepted is shown or told, and nothing twice. */
async function checkRecovery(run: EntranceRun, workload: Workload): Promise<void> {
  const { client } = run.sandbox
  const { observations, app } = run
  const end = Date.now() + RECOVERED_WITHIN_MS
  const startedAt = Date.now()
  let lost = await findLostWork(client, workload.accepted)
  while (lost.length > 0 && Date.now() < end) {
    await sleep(POLL_MS)
    lost = await findLostWork(client, workload.accepted)
  }
  const { dead } = await readTaskCounts(app.url)
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0)
  observations.remarks.push(
    `${workload.accepted.length} accepted, all others recovered within ${seconds} s, ${dead} dead letters`,
  )
  for (const { kind, marker } of lost)
    observations.recovery.push({ kind: 'lost', line: `a ${kind} was accepted and neither shown nor told (${marker})` })
  observations.recovery.push(...(await findDoubledWork(client, workload.accepted)))
}

/** A server that nobody should ever ask: the target of redirects. */
async function startTrap(): Promise<{ url: string; requests: string[]; close(): void }> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url ?? ''} was requested because an answer named it`)
    response.end('{"ok":true}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, requests, close: () => void server.close() }
}

/** The answers of Slack's Web API, the agent and the mailbox to the app. */
export const upstreamAnswers: Entrance = {
  name: 'upstream-answers',
  isForged: false,
  hasOwnApp: true,
  async open(sandbox) {
    const trap = await startTrap()
    let script: Script | undefined
    let onGiven: ((index: number, label: string) => void) | undefined

    async function answer(call: ProxiedCall, response: ServerResponse): Promise<void> {
      const given = script?.next(call)
      if (!given) return passOn(response, await call.forward())
      const real = given.answer.isPerformed ? await call.forward() : undefined
      given.answer.write(response, real)
      onGiven?.(given.index, `${given.answer.label} (${call.method} ${call.path.replaceAll(/\d\w{5,}/g, '…')})`)
    }

    const proxy = await startUpstreamProxy(sandbox.env, answer)
    return {
      env: proxy.env,
      async send(run) {
        const { client, env } = run.sandbox
        // The good requests are shown there as well.
        const leads = (await client.slack.channels()).find(({ name }) => name === 'leads')?.id ?? ''
        const workload = await openWorkload(client, {
          inbox: env['SANDBOX_INBOX'] ?? '',
          mailChannel: leads,
          sendCommand: (fields) => sendCommand(run, fields),
        })
        const cases = run.indexes.map((index) => ({ index, answer: createHostileAnswer(run.prngOf(index), trap.url) }))
        onGiven = (index, label) =>
          run.report({
            index,
            label,
            statuses: [],
            hasRetryAfter: false,
            end: 'answered',
            ms: 0,
            mustBeRefused: false,
            mustBeAnswered: false,
          })
        script = createScript(cases, run.seed)
        await sendWork(run, workload, script)
        script = undefined
        await checkRecovery(run, workload)
        run.observations.followed.push(...trap.requests)
      },
      close() {
        proxy.close()
        trap.close()
      },
    }
  },
}
