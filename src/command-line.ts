import { readConfig, ConfigError } from './config.ts'
import { StorageError } from './core/errors.ts'
import { createLogger } from './core/log.ts'

const EX_USAGE = 64
const EX_CONFIG = 78

/** Loads only what the command needs. */
async function run(environment: NodeJS.ProcessEnv, [command, ...words]: string[]): Promise<void> {
  const settings = readConfig(environment)
  const print = (text: string): void => console.log(text)
  if (command === 'dead') {
    const { runDeadLetterCommand } = await import('./cli/dead-letters.ts')
    process.exitCode = await runDeadLetterCommand(settings, words, print)
  } else if (command === 'reseal') {
    const { resealStorage } = await import('./cli/reseal.ts')
    process.exitCode = await resealStorage(settings, print)
  } else if (command === undefined) {
    const { serveApp } = await import('./serve.ts')
    await serveApp(settings)
  } else {
    console.error(`Bellhop has no command ${command}. Use dead, reseal, or none to start the app.`)
    process.exitCode = EX_USAGE
  }
}

/** Starts the app, or runs the operator's command that the arguments name. Failures end the process with a message and an exit code. */
export async function runCommand(readEnvironment: () => NodeJS.ProcessEnv, args: string[]): Promise<void> {
  try {
    await run(readEnvironment(), args)
  } catch (error) {
    if (error instanceof ConfigError) {
      console.error(
        `Bellhop cannot start with this configuration:\n${error.message.replaceAll(/^/gm, '  ')}\n.env.example explains each variable.`,
      )
      process.exit(EX_CONFIG)
    }
    createLogger().fatal(
      error instanceof StorageError ? {} : { err: error },
      `Bellhop could not start: ${error instanceof Error ? error.message : String(error)}`,
    )
    process.exit(1)
  }
}
