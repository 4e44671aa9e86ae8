import type { Prng } from '../tools/prng.ts'

const INSERTED: [string, ...string[]] = [
  '\0',
  '\xff',
  '\r\n',
  '\n',
  '\r',
  ' ',
  '"',
  '{',
  '}',
  '\\',
  '\xc3\x28',
  '\xed\xa0\x80',
  '%',
]

/** Changes some bytes: flips, inserts, removes, repeats or cuts off. */
export function mutateBytes(prng: Prng, bytes: Buffer, times: number): Buffer {
  let changed = Buffer.from(bytes)
  for (let turn = 0; turn < times; turn += 1) {
    const at = prng.integer(0, Math.max(0, changed.length - 1))
    const [before, after] = [changed.subarray(0, at), changed.subarray(at)]
    const length = prng.integer(1, 20)
    switch (prng.weighted({ flip: 4, insert: 4, remove: 2, repeat: 1, cut: 1 })) {
      case 'flip':
        changed = Buffer.concat([before, Buffer.from([prng.integer(0, 255)]), after.subarray(1)])
        break
      case 'insert':
        changed = Buffer.concat([before, Buffer.from(prng.pick(INSERTED), 'latin1'), after])
        break
      case 'remove':
        changed = Buffer.concat([before, after.subarray(length)])
        break
      case 'repeat':
        changed = Buffer.concat([before, ...Array.from({ length }, () => after.subarray(0, length)), after])
        break
      case 'cut':
        changed = Buffer.from(before)
        break
    }
  }
  return changed
}

/** Bytes without any meaning. */
export const createNoise = (prng: Prng, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => prng.integer(0, 255)))
