/** `npm run bench <name>`: each figure beside its limit, measured in the same run. */
import { Argument, Command } from 'commander'
import { intake, intakeStores } from './intake.ts'
import { watch } from './watch.ts'

const program = new Command('bench').description('Measures Bellhop beside its limits')
program
  .command('intake')
  .description('verified, durable, acknowledged webhooks a second')
  .addArgument(new Argument('[stores...]', 'which of them').choices(intakeStores).default(intakeStores))
  .action(intake)
program.command('watch').description('what watching jobs costs, and how late it sees their end').action(watch)
await program.parseAsync()
