import type { RedisOptions as AllOptions } from 'ioredis'

export type RedisOptions = Omit<AllOptions, 'replyMapping'>

export interface RedisAddress {
  /** A URL, or what finds the primary through its sentinels. */
  target: { url: string } | { sentinel: RedisOptions }
  /** For messages: hosts and ports, never a password. */
  description: string
}

const SENTINEL_ANSWER_MS = 2_000
const SENTINELS =
  /^redis\+sentinel:\/\/(?:([^:@/]*):([^@/]*)@)?([^/@]+)\/([^/?]+)(?:\/(\d+))?(?:\?sentinelPassword=(.+))?$/

/** `redis://`, `rediss://` or `redis+sentinel://host,host/name`, as `STORE_URL` has it. */
export function parseRedisUrl(url: string): RedisAddress {
  if (!url.startsWith('redis+sentinel:')) {
    const { hostname, port } = new URL(url)
    return { target: { url }, description: `${hostname}:${port || '6379'}` }
  }
  const parts = SENTINELS.exec(url)
  if (!parts) throw new Error('a Sentinel address has the form redis+sentinel://host:port,host:port/name')
  const [, username = '', password = '', hosts = '', name = '', db = '0', sentinelPassword = ''] = parts
  const sentinels = hosts.split(',').map((part) => {
    const [host = '', port = '26379'] = part.split(':')
    return { host, port: Number(port) }
  })
  return {
    target: {
      sentinel: {
        sentinels,
        name,
        db: Number(db),
        // They say when there is another primary: nobody goes on waiting for one that hangs.
        failoverDetector: true,
        // One sentinel that hangs must not keep the others from being asked.
        sentinelCommandTimeout: SENTINEL_ANSWER_MS,
        ...(username && { username: decodeURIComponent(username) }),
        ...(password && { password: decodeURIComponent(password) }),
        ...(sentinelPassword && { sentinelPassword: decodeURIComponent(sentinelPassword) }),
      },
    },
    description: `${name} of the sentinels ${sentinels.map(({ host, port }) => `${host}:${port}`).join(', ')}`,
  }
}

/** What stays as it is until somebody changes it, by the code or the first words of the failure. */
const LASTING: [RegExp, string][] = [
  [/^WRONGPASS|invalid password/, 'it rejects this user and password'],
  [/^NOAUTH/, 'it requires a password'],
  [/^NOPERM/, 'its user is not allowed to run every command on every key'],
  [/DB index is out of range|invalid DB index/, 'it has no database with this number'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID/, 'its certificate is for another host name'],
  [/^CERT_HAS_EXPIRED/, 'its certificate has expired'],
  [
    /CERT|UNABLE_TO_/,
    'its certificate is signed by an authority that this machine does not know; name the file of your own authority in NODE_EXTRA_CA_CERTS',
  ],
  [/^ERR_SSL_|^EPROTO/, 'it does not use TLS on this port; without TLS its address begins with redis://'],
]

const facts = (error: Error): string => ('code' in error ? String(error.code) : error.message)

/** Why this Redis can never be used as it is, in words; undefined for what may pass. */
export function permanentProblem(error: Error): string | undefined {
  return LASTING.find(([shape]) => shape.test(facts(error)))?.[1]
}

/** Why a Redis was not reached: the system's code, and a guess where it tells too little. */
export function unreachableReason(error: Error | undefined): string {
  const fact = error ? facts(error) : 'no answer'
  if (fact.startsWith('All sentinels are unreachable')) {
    if (fact.includes('NOAUTH')) return 'the sentinels require a password: add ?sentinelPassword=… after the name'
    if (fact.includes('WRONGPASS')) return 'the sentinels reject this password'
    return fact.includes('No such master') ? 'the sentinels know no primary with this name' : 'no sentinel answers'
  }
  const mute = /^(no answer|ETIMEDOUT|ECONNRESET|EPIPE|Connection is closed)/.test(fact)
  return mute ? `${fact} (an address with TLS begins with rediss://, one without with redis://)` : fact
}
