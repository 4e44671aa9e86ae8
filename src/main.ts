import { join } from 'node:path'
import { enableCompileCache } from 'node:module'

/**
 * Compiled code is kept from one start to the next, which halves the processor time of a start. It lies beside the installed packages: who can
 * write there can change the code itself, `npm ci` removes it, and every start finds it, whatever its working directory and home folder are.
 * `NODE_COMPILE_CACHE` names another folder. Without a folder that can be written, everything is compiled again at each start.
 */
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/bellhop'))

/** The environment, with `.env` from the working directory if there is one. Variables that are already set win. */
function environment(): NodeJS.ProcessEnv {
  try {
    process.loadEnvFile()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  return process.env
}

// Static imports would be compiled before the cache is on.
const { runCommand } = await import('./command-line.ts')
await runCommand(environment, process.argv.slice(2))
