import { Command, InvalidArgumentError, Option } from 'commander'
import { countViolations } from './checker.ts'
import { REPORT_HEADING, formatReportRow, listProblems } from './report.ts'
import { runChaos, type ChaosOptions } from './run.ts'

const count = (value: string): number => {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('is not a whole number')
  return Number(value)
}

const { jobsOnly = false, ...options } = new Command('chaos')
  .description('Runs Bellhop under faults and kills, and counts what was lost, duplicated, out of order or stuck')
  .option('--seed <number>', 'the same seed gives the same plan', count, Date.now() % 1_000_000)
  .addOption(
    new Option('--store <name>', 'the storage that it runs on').choices(['sqlite', 'redis', 'both']).default('both'),
  )
  .option('--kills <number>', 'the number of kills', count, 30)
  .option('--events <number>', 'the number of operations by people and customers', count, 300)
  .option('--jobs-only', 'leave out the mailbox')
  .option('--sends <number>', 'only mail: this many replies, replies to all, forwards and new mails', count)
  .parse()
  .opts<{ seed: number; store: string; kills: number; events: number; jobsOnly?: boolean; sends?: number }>()

const chosen: ChaosOptions['store'][] =
  options.store === 'sqlite' ? ['sqlite'] : options.store === 'redis' ? ['redis'] : ['sqlite', 'redis']
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
console.log(`seed ${options.seed}`)
let total = 0
const rows: string[] = []
for (const store of chosen) {
  const report = await runChaos({ ...options, store, isJobsOnly: jobsOnly, onProgress: (line) => console.error(line) })
  rows.push(formatReportRow(report))
  for (const line of listProblems(report)) console.log(line)
  total += countViolations(report.violations)
}
console.log([REPORT_HEADING, ...rows].join('\n'))
process.exitCode = total === 0 ? 0 : 1
