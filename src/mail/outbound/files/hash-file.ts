import { createHash, type Hash } from 'node:crypto'

/** Begins the hash of a file that is read in parts; its hexadecimal digest equals that of `hashFile`. Stored; frozen. */
export const createFileHash = (): Hash => createHash('sha256')

/** Hashes the content of a file. */
export const hashFile = (bytes: Buffer): string => createFileHash().update(bytes).digest('hex')
