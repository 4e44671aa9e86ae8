import { Command, InvalidArgumentError, Option } from 'commander'
import { REPORT_HEADING, formatReportRow, listProblems } from './report.ts'
import { entrances, runFuzz } from './run.ts'

const count = (value: string): number => {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('is not a whole number')
  return Number(value)
}

const { entrance, cases, ...options } = new Command('fuzz')
  .description(
    'Sends odd and hostile input into every entrance of Bellhop, and checks that it stays up and loses nothing',
  )
  .option('--seed <number>', 'the same seed gives the same cases', count, Date.now() % 1_000_000)
  .addOption(new Option('--entrance <name>', 'only this entrance').choices(entrances.map(({ name }) => name)))
  .option('--cases <number>', 'the number of cases for each entrance', count, 10_000)
  .option('--case <number>', 'only this case', count)
  .option('--store <name>', 'sqlite, or the address of a Redis: redis://…', 'sqlite')
  .parse()
  .opts<{ seed: number; entrance?: string; cases: number; case?: number; store: string }>()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
console.log(`seed ${options.seed}`)
const rows: string[] = []
const chosen = entrances.filter(({ name }) => entrance === undefined || name === entrance)
const onProgress = (line: string): void => console.error(line)
for await (const report of runFuzz(chosen, { ...options, casesOf: () => cases, onProgress })) {
  rows.push(formatReportRow(report))
  for (const line of listProblems(report)) console.log(line)
  if (report.failures.length > 0) process.exitCode = 1
}
console.log([REPORT_HEADING, ...rows].join('\n'))
