/** `npm run bench <name>`: each figure beside its limit, measured in the same run. */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { Argument, Command } from 'commander'
import { commands } from './commands.ts'
import { growth } from './growth.ts'
import { intake, intakeStores } from './intake.ts'
import { mail } from './mail.ts'
import { root, stores } from '../tools/processes.ts'
import type { Say } from './report.ts'
import { start } from './start.ts'
import { watch } from './watch.ts'

const PAGE = join(root, 'docs/performance.md')

/** On what and when: figures mean little without it. */
function circumstances(): string {
  const [cpu] = cpus()
  const gb = (totalmem() / 2 ** 30).toFixed(0)
  const day = new Date().toISOString().slice(0, 10)
  const [load = 0] = loadavg()
  const machine = `${cpus().length} cores (${cpu?.model.trim()}), ${gb} GB, Node ${process.versions.node}`
  return `${machine}; ${day}, others' load before it ${load.toFixed(1)}`
}

/** The part of the page between this bench's marks is replaced; everything else stays. */
function write(name: string, lines: string[]): void {
  const page = readFileSync(PAGE, 'utf8')
  const [open, close] = [`<!-- bench ${name} -->`, `<!-- end ${name} -->`]
  const [from, to] = [page.indexOf(open), page.indexOf(close)]
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no place for ${name}`)
  writeFileSync(PAGE, `${page.slice(0, from)}${open}\n${lines.join('\n')}\n${page.slice(to)}`)
}

const program = new Command('bench').description('Measures Bellhop beside its limits')

/** A bench as a command: prints its tables, and puts them into docs/performance.md where that is asked for. */
function offer<S extends string>(
  bench: (which: S[], say: Say) => Promise<void>,
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
      say(`${circumstances()}:\n`)
      await bench(which, say)
      if (options.write) write(bench.name, lines)
    })
}

offer(commands, { about: 'what a person waits for after a command', on: stores })
offer(mail, { about: 'from a mail webhook to the message in Slack', on: stores })
offer(intake, { about: 'verified, durable, acknowledged webhooks a second', on: intakeStores })
offer(watch, { about: 'what watching jobs costs, and how late it sees their end', on: stores })
offer(growth, { about: 'the same with a short past and with a long one', on: stores })
offer(start, { about: 'a start, an idle app, an end', on: stores })
await program.parseAsync()
