import { Command, InvalidArgumentError, Option } from 'commander'
import { violations } from './checker.ts'
import { heading, row, wrong } from './report.ts'
import { chaos, type ChaosOptions } from './run.ts'

const count = (value: string): number => {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('is not a whole number')
  return Number(value)
}

const { jobsAlone = false, ...options } = new Command('chaos')
  .description('Runs Bellhop through bad weather and kills, and counts what was lost, doubled, out of order or stuck')
  .option('--seed <number>', 'the same seed makes the same plan', count, Date.now() % 1_000_000)
  .addOption(
    new Option('--store <name>', 'where it keeps its records').choices(['sqlite', 'redis', 'both']).default('both'),
  )
  .option('--kills <number>', 'how often a process is killed', count, 30)
  .option('--events <number>', 'how much people and customers do', count, 300)
  .option('--jobs-alone', 'leaves the mailbox out')
  .parse()
  .opts<{ seed: number; store: string; kills: number; events: number; jobsAlone?: boolean }>()

const chosen: ChaosOptions['store'][] =
  options.store === 'sqlite' ? ['sqlite'] : options.store === 'redis' ? ['redis'] : ['sqlite', 'redis']
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
console.log(`seed ${options.seed}`)
let total = 0
const rows: string[] = []
for (const store of chosen) {
  const report = await chaos({ ...options, store, isJobsAlone: jobsAlone, say: (line) => console.error(line) })
  rows.push(row(report))
  for (const line of wrong(report)) console.log(line)
  total += violations(report.verdict)
}
console.log([heading, ...rows].join('\n'))
process.exitCode = total === 0 ? 0 : 1
