/** `npm run bench <name>`: each figure with its limit, measured in the same run. */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { Argument, Command } from 'commander'
import { benchBurst } from './burst.ts'
import { benchCommands } from './commands.ts'
import { benchFlood } from './flood.ts'
import { benchGrowth } from './growth.ts'
import { benchIntake, INTAKE_STORES } from './intake.ts'
import { benchMail } from './mail.ts'
import { ROOT, STORES } from '../tools/processes.ts'
import { benchReading } from './reading.ts'
import { benchReplyFiles } from './reply-files.ts'
import type { PrintLine } from './report.ts'
import { benchSoak } from './soak.ts'
import { benchStart } from './start.ts'
import { benchWatch } from './watch.ts'

const FIGURES_PAGE = join(ROOT, 'docs/performance.md')

/** The machine and the date, without which the figures mean little. */
function describeMachine(): string {
  const [cpu] = cpus()
  const gb = (totalmem() / 2 ** 30).toFixed(0)
  const day = new Date().toISOString().slice(0, 10)
  const [load = 0] = loadavg()
  const machine = `${cpus().length} cores (${cpu?.model.trim()}), ${gb} GB, Node ${process.versions.node}`
  return `${machine}; ${day}, load before the run ${load.toFixed(1)}`
}

/** Replaces the part of the page between the marks of this benchmark. */
function writeSection(name: string, lines: string[]): void {
  const page = readFileSync(FIGURES_PAGE, 'utf8')
  const [open, close] = [`<!-- bench ${name} -->`, `<!-- end ${name} -->`]
  const [from, to] = [page.indexOf(open), page.indexOf(close)]
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no marks for ${name}`)
  writeFileSync(FIGURES_PAGE, `${page.slice(0, from)}${open}\n${lines.join('\n')}\n${page.slice(to)}`)
}

const program = new Command('bench').description('Measures Bellhop against its limits')

interface BenchOptions {
  write?: boolean
  minutes?: number
  seconds?: number
}

/** Registers a benchmark as a command that prints its tables and, with `--write`, puts them into docs/performance.md. */
function addBench<S extends string>(
  name: string,
  bench: (which: S[], print: PrintLine, options: BenchOptions) => Promise<void>,
  { about, on }: { about: string; on: readonly S[] },
): Command {
  return program
    .command(name)
    .description(about)
    .addArgument(new Argument('[stores...]', 'the stores to measure').choices(on).default(on))
    .option('--write', 'also write the tables into docs/performance.md')
    .action(async (which: S[], options: BenchOptions) => {
      const lines: string[] = []
      const print = (line: string): void => {
        lines.push(line)
        console.log(line)
      }
      print(`${describeMachine()}:\n`)
      await bench(which, print, options)
      if (options.write) writeSection(name, lines)
    })
}

addBench('commands', benchCommands, { about: 'the time until a command is answered and its card is shown', on: STORES })
addBench('mail', benchMail, { about: 'the time from a mail webhook to the message in Slack', on: STORES })
addBench('burst', benchBurst, { about: 'a thousand mails for one channel within a minute', on: STORES })
addBench('flood', benchFlood, {
  about: 'how long people wait while webhooks arrive in a flood',
  on: STORES,
}).option('--seconds <seconds>', 'how long each flood lasts', Number, 60)
addBench('intake', benchIntake, { about: 'verified, stored and acknowledged webhooks per second', on: INTAKE_STORES })
addBench('watch', benchWatch, {
  about: 'the cost of polling jobs, and the delay until their end is noticed',
  on: STORES,
})
addBench('growth', benchGrowth, { about: 'the same operations with a short and a long history', on: STORES })
addBench('soak', benchSoak, { about: 'memory and latencies under a steady load', on: STORES }).option(
  '--minutes <minutes>',
  'how long',
  Number,
  60,
)
addBench('reply-files', benchReplyFiles, { about: 'the memory that a reply with 25 MB of files costs', on: STORES })
addBench('start', benchStart, { about: 'start, idle memory and shutdown', on: STORES })
program
  .command('reading')
  .description('how many mails of the corpus are shown right')
  .option('--folder <folder>', 'other mails than test/fixtures/mails')
  .option('--mark', 'write what is still wrong into the mails')
  .option('--write', 'also write the table into docs/performance.md')
  .action(async ({ write, ...options }: { write?: boolean; mark?: boolean; folder?: string }) => {
    const lines: string[] = []
    const print = (line: string): void => {
      lines.push(line)
      console.log(line)
    }
    await benchReading(print, options)
    if (write) writeSection('reading', lines)
  })
await program.parseAsync()
