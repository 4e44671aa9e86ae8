import { spawnSync } from 'node:child_process'
import { findFreePort, startRedisServer } from '../../tools/servers.ts'
import type { RunGroup } from './run-group.ts'

/** Another apt may hold the lock, on a machine that has just started for example: wait for it instead of failing. */
const APT = ['apt-get', '-o', 'DPkg::Lock::Timeout=600']

export class MissingProgramError extends Error {}

/** A program that the tests need, and the packages that bring it: the first one that the system has is installed. */
export interface Program {
  names: string[]
  aptPackages: string[]
  brewPackage: string
}

export const REDIS: Program = { names: ['redis-server'], aptPackages: ['redis-server'], brewPackage: 'redis' }
export const CHROMIUM: Program = {
  // The first is the same browser without windows: a page takes a third less processor time.
  names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
  aptPackages: ['chromium-headless-shell', 'chromium'],
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
  const { names, aptPackages, brewPackage } = program
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const attempts = [
    [...sudo, ...APT, 'update'],
    ...aptPackages.map((name) => [...sudo, ...APT, 'install', '-y', '--no-install-recommends', name]),
    ['brew', 'install', brewPackage],
  ]
  console.error(`${names.join(' or ')} is not on this machine. Installing the package ${aptPackages.join(', else ')} …`)
  for (const [command = '', ...args] of attempts) {
    spawnSync(command, args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    const found = findProgram(program)
    if (found) return found
  }
  throw new MissingProgramError(
    `The tests need ${names.join(' or ')}. Install it with: sudo apt-get install -y ${aptPackages.at(-1)}   (or: brew install ${brewPackage})`,
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
