import type { Prng } from '../tools/prng.ts'
import { isRecord, JsonText, writeJson } from './json-text.ts'
import {
  createNesting,
  pickLongText,
  pickNumber,
  pickOddString,
  pickOtherType,
  pickPrototypeName,
} from './odd-values.ts'

/** A member of an object or an array, which can be read and replaced. */
interface Spot {
  parent: Record<string, unknown> | unknown[]
  key: string | number
}

function listSpots(value: unknown): Spot[] {
  if (Array.isArray(value)) return value.flatMap((item, key) => [{ parent: value, key }, ...listSpots(item)])
  if (!isRecord(value)) return []
  return Object.keys(value).flatMap((key) => [{ parent: value, key }, ...listSpots(value[key])])
}

const read = ({ parent, key }: Spot): unknown => Reflect.get(parent, key)
/** Defines the member, so `__proto__` becomes a member like any other. */
const write = ({ parent, key }: Spot, value: unknown): void =>
  void Reflect.defineProperty(parent, key, { value, writable: true, enumerable: true, configurable: true })

function remove({ parent, key }: Spot): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1)
  else Reflect.deleteProperty(parent, key)
}

/** Changes one member; each mutation keeps the rest valid and gets past the first check. */
const MUTATIONS = {
  drop: (_prng: Prng, spot: Spot) => remove(spot),
  retype: (prng: Prng, spot: Spot) => write(spot, pickOtherType(prng, read(spot))),
  empty: (prng: Prng, spot: Spot) => write(spot, prng.pick<unknown>(['', null, [], {}])),
  text: (prng: Prng, spot: Spot) => write(spot, pickOddString(prng)),
  lengthen: (prng: Prng, spot: Spot) => {
    const value = read(spot)
    const long = pickLongText(prng)
    write(spot, typeof value === 'string' ? value + long : Array.isArray(value) ? repeatItems(prng, value) : long)
  },
  number: (prng: Prng, spot: Spot) => write(spot, pickNumber(prng)),
  wrap: (prng: Prng, spot: Spot) => write(spot, prng.next() < 0.5 ? [read(spot)] : { value: read(spot) }),
  deepen: (prng: Prng, spot: Spot) => write(spot, createNesting(prng)),
  rename: (prng: Prng, spot: Spot) => {
    const value = read(spot)
    remove(spot)
    write({ parent: spot.parent, key: Array.isArray(spot.parent) ? spot.key : pickPrototypeName(prng) }, value)
  },
  add: (prng: Prng, spot: Spot) =>
    write({ parent: spot.parent, key: Array.isArray(spot.parent) ? 0 : pickPrototypeName(prng) }, { polluted: true }),
  duplicate: (prng: Prng, spot: Spot) => {
    const key = JSON.stringify(String(spot.key))
    const other = writeJson(pickOtherType(prng, read(spot)))
    write(spot, new JsonText(`${writeJson(read(spot))}${Array.isArray(spot.parent) ? '' : `,${key}:${other}`}`))
  },
}

const WEIGHTS: Record<keyof typeof MUTATIONS, number> = {
  drop: 4,
  retype: 6,
  empty: 3,
  text: 4,
  lengthen: 2,
  number: 2,
  wrap: 2,
  deepen: 0.5,
  rename: 1,
  add: 1,
  duplicate: 2,
}

/** Many copies of what the array contains. */
function repeatItems(prng: Prng, items: unknown[]): JsonText {
  const one = items.length > 0 ? items.map(writeJson).join(',') : 'null'
  const times = Math.min(prng.pick([10, 300, 3000]), Math.ceil(200_000 / (one.length + 1)))
  return new JsonText(`[${Array.from({ length: times }, () => one).join(',')}]`)
}

/** Returns a copy of the value with this many members changed, or with something else in its place. */
export function mutateJson(prng: Prng, value: unknown, times: number): unknown {
  if (times > 0 && prng.next() < 0.02) return pickOtherType(prng, value)
  const copy: unknown = structuredClone(value)
  for (let turn = 0; turn < times; turn += 1) {
    const [first, ...rest] = listSpots(copy)
    if (!first) break
    MUTATIONS[prng.weighted(WEIGHTS)](prng, prng.pick([first, ...rest]))
  }
  return copy
}
