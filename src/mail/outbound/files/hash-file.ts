import { createHash } from 'node:crypto'

/** Hashes the content of a file. Stored; frozen. */
export const hashFile = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
