import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { isPublicAddress } from './public-address.ts'

/** The time for all answers; a name server may be asked twice in it. */
const LIMIT_MS = 5_000
const RESOLVER = { timeout: 2_000, tries: 2 }
const HOSTS_FILE = '/etc/hosts'

/** How a host is looked up. */
interface LookupOptions {
  /** Gives the look-up up. */
  signal: AbortSignal
  /** The name servers to ask (`127.0.0.1:53`), instead of those of the system. */
  nameServers?: readonly string[] | undefined
}

const createLookupError = (code: string): Error => Object.assign(new Error(`look-up of a host: ${code}`), { code })

/**
 * Creates the look-up for one connection. Answers with public addresses only, whatever the name stands for at that moment: the error `ENOTPUBLIC` if
 * any address is not public. Asks the name servers itself, because the system's look-up (`dns.lookup`) holds one of the process's four threads until
 * it ends, and nothing can end it.
 */
export function createPublicLookup(options: LookupOptions): LookupFunction {
  const find = callbackify((host: string) => findPublicAddresses(host, options))
  return (host, { all }, done) =>
    find(host, (error, found) => {
      if (error) done(error, '', 0)
      else if (all) done(null, found)
      else done(null, found[0].address, found[0].family)
    })
}

async function findPublicAddresses(host: string, options: LookupOptions): Promise<[LookupAddress, ...LookupAddress[]]> {
  const name = host.toLowerCase().replace(/\.$/, '')
  // A name without a dot belongs to a network of its own.
  if (!name.includes('.')) throw createLookupError('ENOTPUBLIC')
  const known = await readHostsFile(name)
  const addresses = known.length > 0 ? known : await askNameServers(name, options)
  if (!addresses.every(isPublicAddress)) throw createLookupError('ENOTPUBLIC')
  const [first, ...others] = addresses.map((address) => ({ address, family: isIP(address) }))
  if (!first) throw createLookupError('ENOTFOUND')
  return [first, ...others]
}

async function readHostsFile(host: string): Promise<string[]> {
  const file = await readFile(HOSTS_FILE, 'utf8').catch(() => '')
  return file.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    return isIP(address) !== 0 && names.some((name) => name.toLowerCase() === host) ? [address] : []
  })
}

/** A family without an answer is left out: many hosts have addresses of one family only. */
async function askNameServers(host: string, { signal, nameServers }: LookupOptions): Promise<string[]> {
  const resolver = new Resolver(RESOLVER)
  if (nameServers) resolver.setServers(nameServers)
  const end = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)])
  const cancel = (): void => resolver.cancel()
  end.addEventListener('abort', cancel)
  try {
    const found = end.aborted ? [] : await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  } finally {
    end.removeEventListener('abort', cancel)
  }
}
