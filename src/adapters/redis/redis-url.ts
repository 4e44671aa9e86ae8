import type { RedisOptions as AllOptions } from 'ioredis'

export type RedisOptions = Omit<AllOptions, 'replyMapping'>

export interface RedisAddress {
  /** A URL, or the options that find the primary through its sentinels. */
  target: { url: string } | { sentinel: RedisOptions }
  /** For messages to operators: hosts and ports, never a password. */
  description: string
}

const SENTINEL_ANSWER_MS = 2_000
const SENTINELS =
  /^redis\+sentinel:\/\/(?:([^:@/]*):([^@/]*)@)?([^/@]+)\/([^/?]+)(?:\/(\d+))?(?:\?sentinelPassword=(.+))?$/

/** Parses `STORE_URL`: `redis://`, `rediss://` or `redis+sentinel://host,host/name`. */
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
        // The sentinels announce a new primary; without this, clients keep waiting for one that hangs.
        failoverDetector: true,
        // A sentinel that hangs must not keep ioredis from asking the others.
        sentinelCommandTimeout: SENTINEL_ANSWER_MS,
        ...(username && { username: decodeURIComponent(username) }),
        ...(password && { password: decodeURIComponent(password) }),
        ...(sentinelPassword && { sentinelPassword: decodeURIComponent(sentinelPassword) }),
      },
    },
    description: `${name} of the sentinels ${sentinels.map(({ host, port }) => `${host}:${port}`).join(', ')}`,
  }
}

/** Problems that last until somebody fixes them, by the code or the first words of the error. */
const PERMANENT: [RegExp, string][] = [
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

const codeOrMessage = (error: Error): string => ('code' in error ? String(error.code) : error.message)

/** Why this Redis cannot be used until somebody fixes it; undefined for a failure that may pass. */
export function permanentProblem(error: Error): string | undefined {
  return PERMANENT.find(([shape]) => shape.test(codeOrMessage(error)))?.[1]
}

/** Why Redis was not reached: the system's code, with a hint where the code says too little. */
export function unreachableReason(error: Error | undefined): string {
  const fact = error ? codeOrMessage(error) : 'no answer'
  if (fact.startsWith('All sentinels are unreachable')) {
    if (fact.includes('NOAUTH')) return 'the sentinels require a password: add ?sentinelPassword=… after the name'
    if (fact.includes('WRONGPASS')) return 'the sentinels reject this password'
    return fact.includes('No such master') ? 'the sentinels know no primary with this name' : 'no sentinel answers'
  }
  const isSilent = /^(no answer|ETIMEDOUT|ECONNRESET|EPIPE|Connection is closed)/.test(fact)
  return isSilent ? `${fact} (an address with TLS begins with rediss://, one without with redis://)` : fact
}
