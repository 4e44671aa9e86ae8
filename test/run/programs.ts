import { spawnSync } from 'node:child_process'
import { findFreePort, startRedisServer } from '../../tools/servers.ts'
import type { RunGroup } from './run-group.ts'

/** Another apt may hold the lock, on a machine that has just started for example: wait for it instead of failing. */
const APT = ['apt-get', '-o', 'DPkg::Lock::Timeout=600']

export class MissingProgramError extends Error {}

/** A program that the tests need, and the packages that bring it. */
export interface Program {
  names: string[]
  aptPackage: string
  brewPackage: string
}

export const REDIS: Program = { names: ['redis-server'], aptPackage: 'redis-server', brewPackage: 'redis' }
export const CHROMIUM: Program = {
  names: ['chromium', 'chromium-browser', 'google-chrome'],
  aptPackage: 'chromium',
  brewPackage: 'chromium',
}

function findProgram({ names }: Program): string | undefined {
  return names
    .map((name) => spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim())
    .find((path) => path !== '' && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0)
}

/** The path of the program, installed by the system's package manager where it is missing; throws with the one line to run if that fails. */
export function ensureProgram(program: Program): string {
  const present = findProgram(program)
  if (present) return present
  const { names, aptPackage, brewPackage } = program
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const attempts = [
    [...sudo, ...APT, 'update'],
    [...sudo, ...APT, 'install', '-y', '--no-install-recommends', aptPackage],
    ['brew', 'install', brewPackage],
  ]
  console.error(`${names[0]} is not on this machine. Installing the package ${aptPackage} …`)
  for (const [command = '', ...args] of attempts) {
    spawnSync(command, args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    const found = findProgram(program)
    if (found) return found
  }
  throw new MissingProgramError(
    `The tests need ${names[0]}. Install it with: sudo apt-get install -y ${aptPackage}   (or: brew install ${brewPackage})`,
  )
}

/** Starts a Redis of the run's own on a free port; resolves to its URL when it answers. */
export async function startRedis(group: RunGroup): Promise<string> {
  const port = await findFreePort()
  const { child, up } = startRedisServer({ port, folder: group.folder, program: ensureProgram(REDIS), detached: true })
  group.adopt(child)
  await up()
  return `redis://127.0.0.1:${port}`
}
