/** `npm run bench <name>`: each figure beside its limit, measured in the same run. */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { Argument, Command } from 'commander'
import { benchCommands } from './commands.ts'
import { benchGrowth } from './growth.ts'
import { benchIntake, INTAKE_STORES } from './intake.ts'
import { benchMail } from './mail.ts'
import { ROOT, STORES } from '../tools/processes.ts'
import type { PrintLine } from './report.ts'
import { benchStart } from './start.ts'
import { benchWatch } from './watch.ts'

const FIGURES_PAGE = join(ROOT, 'docs/performance.md')

/** On what and when: figures mean little without it. */
function describeMachine(): string {
  const [cpu] = cpus()
  const gb = (totalmem() / 2 ** 30).toFixed(0)
  const day = new Date().toISOString().slice(0, 10)
  const [load = 0] = loadavg()
  const machine = `${cpus().length} cores (${cpu?.model.trim()}), ${gb} GB, Node ${process.versions.node}`
  return `${machine}; ${day}, others' load before it ${load.toFixed(1)}`
}

/** The part of the page between this bench's marks is replaced; everything else stays. */
function writeSection(name: string, lines: string[]): void {
  const page = readFileSync(FIGURES_PAGE, 'utf8')
  const [open, close] = [`<!-- bench ${name} -->`, `<!-- end ${name} -->`]
  const [from, to] = [page.indexOf(open), page.indexOf(close)]
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no place for ${name}`)
  writeFileSync(FIGURES_PAGE, `${page.slice(0, from)}${open}\n${lines.join('\n')}\n${page.slice(to)}`)
}

const program = new Command('bench').description('Measures Bellhop beside its limits')

/** A bench as a command: prints its tables, and puts them into docs/performance.md where that is asked for. */
function addBench<S extends string>(
  bench: (which: S[], say: PrintLine) => Promise<void>,
  { about, on }: { about: string; on: readonly S[] },
): void {
  program
    .command(bench.name)
    .description(about)
    .addArgument(new Argument('[stores...]', 'which of them').choices(on).default(on))
    .option('--write', 'also put the tables into docs/performance.md')
    .action(async (which: S[], options: { write?: boolean }) => {
      const lines: string[] = []
      const say = (line: string): void => {
        lines.push(line)
        console.log(line)
      }
      say(`${describeMachine()}:\n`)
      await bench(which, say)
      if (options.write) writeSection(bench.name, lines)
    })
}

addBench(benchCommands, { about: 'what a person waits for after a command', on: STORES })
addBench(benchMail, { about: 'from a mail webhook to the message in Slack', on: STORES })
addBench(benchIntake, { about: 'verified, durable, acknowledged webhooks a second', on: INTAKE_STORES })
addBench(benchWatch, { about: 'what watching jobs costs, and how late it sees their end', on: STORES })
addBench(benchGrowth, { about: 'the same with a short past and with a long one', on: STORES })
addBench(benchStart, { about: 'a start, an idle app, an end', on: STORES })
await program.parseAsync()
