import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

const git = (...args: string[]): string[] =>
  spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line !== '')

/** The files that differ from the upstream's main, or else from main, with those that are not committed yet. */
export function findChangedFiles(): string[] {
  const base = ['origin/main', 'main'].flatMap((branch) => git('merge-base', 'HEAD', branch))[0] ?? 'HEAD'
  const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  return [...new Set(changed)].toSorted()
}

/** The folders of these files, for checks that read folders. */
export function findChangedFolders(files: string[]): string[] {
  const code = files.filter((file) => /\.tsx?$/.test(file))
  return [...new Set(code.map((file) => dirname(file)))].filter((folder) => existsSync(join(ROOT, folder))).toSorted()
}
