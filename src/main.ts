import { enableCompileCache } from 'node:module'
import { pathToFileURL } from 'node:url'
import { cacheFolder, findBundle } from './bundle.ts'
import type * as CommandLine from './command-line.ts'

/**
 * Compiled code is kept from one start to the next, which halves the processor time of a start. Every start finds it, whatever its working
 * directory and home folder are. `NODE_COMPILE_CACHE` names another folder. Without a folder that can be written, everything is compiled again
 * at each start.
 */
enableCompileCache(cacheFolder())

/** The environment, with `.env` from the working directory if there is one. Variables that are already set win. */
function environment(): NodeJS.ProcessEnv {
  try {
    process.loadEnvFile()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  return process.env
}

// `node --watch` starts again when a loaded file changes, so it needs the source.
const bundle = 'WATCH_REPORT_DEPENDENCIES' in process.env ? undefined : findBundle()
// Static imports would be compiled before the cache is on.
const { runCommand } = bundle
  ? ((await import(pathToFileURL(bundle).href)) as typeof CommandLine)
  : await import('./command-line.ts')
await runCommand(environment, process.argv.slice(2))
