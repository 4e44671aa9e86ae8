import { createCipheriv, createDecipheriv, createHash, createSecretKey, randomFillSync } from 'node:crypto'

/** Frozen: the format of stored values. As bytes: format, key id, IV, tag, ciphertext; as text: `s1.<key id>.<base64url of the rest>`. */
const FORMAT = 1
const TEXT_FORMAT = 's1'
const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const KEY_ID_BYTES = 4
const IV_BYTES = 12
const TAG_BYTES = 16
const IV_AT = 1 + KEY_ID_BYTES
const TAG_AT = IV_AT + IV_BYTES
const TEXT_AT = TAG_AT + TAG_BYTES

/** Authenticated encryption (AES-256-GCM) for everything that is stored. */
export interface Sealer {
  /** `context` is the record's identity: a value sealed for one record cannot be opened as another. */
  seal(plain: string, context: string): string
  /** Throws an error that names the key id, never the content. */
  open(sealed: string, context: string): string
  sealBytes(plain: string, context: string): Buffer
  openBytes(sealed: Uint8Array, context: string): string
  /** The value, text or bytes, sealed with the primary key; undefined if the primary key has sealed it already. */
  reseal(sealed: Uint8Array, context: string): Uint8Array | undefined
}

/** The first key is the primary one: it seals. All keys open, so keys can be rotated. */
export function createSealer(keys: Buffer[]): Sealer {
  const ring = new Map(keys.map((key) => [keyId(key), secret(key)]))
  const [first] = ring
  if (!first) throw new Error('sealing needs at least one key')
  const [id, current] = first
  const start = Buffer.concat([Buffer.of(FORMAT), Buffer.from(id, 'hex')])
  const random = randomness()

  function sealBytes(plain: string, context: string): Buffer {
    const iv = random()
    const cipher = createCipheriv(ALGORITHM, current, iv, { authTagLength: TAG_BYTES })
    cipher.setAAD(Buffer.from(context))
    const text = cipher.update(plain, 'utf8')
    const rest = cipher.final()
    return Buffer.concat([start, iv, cipher.getAuthTag(), text, rest])
  }

  function openBytes(sealed: Uint8Array, context: string): string {
    if (sealed[0] !== FORMAT) throw new Error('not a sealed value')
    const sealedBy = Buffer.from(sealed.subarray(1, IV_AT)).toString('hex')
    const key = ring.get(sealedBy)
    if (!key) throw new Error(`sealed with the key ${sealedBy}, which is not among the configured keys`)
    if (sealed.length < TEXT_AT) throw new Error(`a value sealed with the key ${sealedBy} is cut off`)
    const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(IV_AT, TAG_AT), { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(context))
    decipher.setAuthTag(sealed.subarray(TAG_AT, TEXT_AT))
    const text = decipher.update(sealed.subarray(TEXT_AT))
    try {
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    } catch (cause) {
      throw new Error(`a value sealed with the key ${sealedBy} was changed or belongs to another record`, { cause })
    }
  }

  const seal = (plain: string, context: string) =>
    `${TEXT_FORMAT}.${id}.${sealBytes(plain, context).toString('base64url', IV_AT)}`

  function open(sealed: string, context: string): string {
    const [format, sealedBy = '', content = ''] = sealed.split('.', 3)
    if (format !== TEXT_FORMAT) throw new Error('not a sealed value')
    const head = [Buffer.of(FORMAT), Buffer.from(sealedBy, 'hex')]
    return openBytes(Buffer.concat([...head, Buffer.from(content, 'base64url')]), context)
  }

  return {
    sealBytes,
    openBytes,
    seal,
    open,
    reseal(sealed, context) {
      if (sealed[0] === FORMAT) {
        const isCurrent = start.equals(sealed.subarray(0, IV_AT))
        return isCurrent ? undefined : sealBytes(openBytes(sealed, context), context)
      }
      const text = Buffer.from(sealed).toString('utf8')
      return text.startsWith(`${TEXT_FORMAT}.${id}.`) ? undefined : Buffer.from(seal(open(text, context), context))
    },
  }
}

function secret(key: Buffer) {
  if (key.length !== KEY_BYTES) throw new Error(`a sealing key has ${KEY_BYTES} bytes, this one has ${key.length}`)
  return createSecretKey(key)
}

/** Identifies the key that sealed a value and reveals nothing about the key. */
function keyId(key: Buffer): string {
  return createHash('sha256')
    .update('bellhop key id')
    .update(key)
    .digest('hex')
    .slice(0, 2 * KEY_ID_BYTES)
}

/** Drawing random bytes one IV at a time is slow: they are drawn in bulk, and each is used once. */
function randomness(): () => Buffer {
  const stock = Buffer.alloc(IV_BYTES * 512)
  let next = stock.length
  return () => {
    if (next === stock.length) {
      randomFillSync(stock)
      next = 0
    }
    next += IV_BYTES
    return stock.subarray(next - IV_BYTES, next)
  }
}
