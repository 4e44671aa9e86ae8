import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The checkout or the image. */
const ROOT = join(import.meta.dirname, '..')
const ENTRY = 'command-line.js'
/** Names the source that the bundle was made from. */
export const FINGERPRINT = 'fingerprint'

/**
 * Files that may be rebuilt at any time. The folder lies beside the installed packages: a user who can write there can change the code itself, and
 * `npm ci` removes it.
 */
export const cacheFolder = (root = ROOT): string => join(root, 'node_modules/.cache/bellhop')

/** The app and its packages in a few files. */
export const bundleFolder = (root = ROOT): string => join(cacheFolder(root), 'bundle')

/** Changes with each source file that is added, removed or written, and with the packages. Whole seconds, because an image keeps no more of a time. */
export function fingerprintSources(root = ROOT): string {
  const source = join(root, 'src')
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:ts|json)$/.test(name))
  for (const file of files.toSorted()) {
    const { size, mtimeMs } = statSync(join(source, file))
    hash.update(`${file} ${size} ${Math.floor(mtimeMs / 1000)}\n`)
  }
  return hash.digest('hex')
}

/** The file of the bundle that runs the commands; undefined if there is no bundle of exactly this source. Never throws. */
export function findBundle(root = ROOT): string | undefined {
  try {
    const made = readFileSync(join(bundleFolder(root), FINGERPRINT), 'utf8')
    return made === fingerprintSources(root) ? join(bundleFolder(root), ENTRY) : undefined
  } catch {
    return undefined
  }
}
