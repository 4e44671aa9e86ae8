import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/core/json.ts'
import type { Store } from '../../src/store/store.ts'

export interface StoreUnderTest {
  store: Store
  /** A second store on the same records, as another process sees them. */
  again: () => Promise<Store>
}

/** The promises of every store. `fresh` opens an empty one and removes it after the test. */
export function testStoreContract(name: string, fresh: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    test('a record is read back unchanged', async () => {
      const { store } = await fresh()
      const value: Json = { text: 'Grüße 🎉', list: [1, null, true, { deep: '' }], big: 'x'.repeat(100_000) }
      expect(await store.get('T1/jobs/a')).toBeUndefined()
      const version = await store.put('T1/jobs/a', value, { version: 0 })
      expect(await store.get('T1/jobs/a')).toEqual({ key: 'T1/jobs/a', value, version })
    })

    test('a write against an older version changes nothing', async () => {
      const { store } = await fresh()
      const first = (await store.put('p/a', 1, { version: 0 })) ?? 0
      expect(await store.put('p/a', 2, { version: 0 })).toBeUndefined()
      const second = (await store.put('p/a', 2, { version: first })) ?? 0
      expect(second).toBeGreaterThan(first)
      expect(await store.put('p/a', 3, { version: first })).toBeUndefined()
      expect(await store.delete('p/a', { version: first })).toBe(false)
      expect((await store.get('p/a'))?.value).toBe(2)
      expect(await store.delete('p/a', { version: second })).toBe(true)
      expect(await store.get('p/a')).toBeUndefined()
      expect(await store.put('p/a', 3, { version: second })).toBeUndefined()
    })

    test('versions keep growing after a delete', async () => {
      const { store } = await fresh()
      let last = 0
      for (let round = 0; round < 5; round++) {
        const version = (await store.put('p/a', round, { version: 0 })) ?? 0
        expect(version).toBeGreaterThan(last)
        last = version
        await store.delete('p/a', { version })
      }
    })

    test('exactly one of several racing writers wins', async () => {
      const { store, again } = await fresh()
      const other = await again()
      const version = (await store.put('p/a', 'start', { version: 0 })) ?? 0
      const writes = Array.from({ length: 20 }, (_, n) => (n % 2 ? store : other).put('p/a', n, { version }))
      const won = (await Promise.all(writes)).filter((answer) => answer !== undefined)
      expect(won).toHaveLength(1)
      const creates = Array.from({ length: 20 }, (_, n) => (n % 2 ? store : other).put('p/b', n, { version: 0 }))
      expect((await Promise.all(creates)).filter((answer) => answer !== undefined)).toHaveLength(1)
    })

    test('an expired record is absent in every call', async () => {
      const { store } = await fresh()
      const version = (await store.put('p/short', 1, { version: 0, ttlMs: 30 })) ?? 0
      await store.put('p/stays', 1, { version: 0 })
      await expect.poll(() => store.get('p/short')).toBeUndefined()
      expect((await store.list('p')).map(({ key }) => key)).toEqual(['p/stays'])
      expect(await store.put('p/short', 2, { version })).toBeUndefined()
      expect(await store.delete('p/short', { version })).toBe(false)
      const next = await store.put('p/short', 3, { version: 0 })
      expect(next).toBeGreaterThan(version)
      expect((await store.list('p')).map(({ value }) => value)).toEqual([1, 3])
    })

    test('a put without a time to live keeps the record', async () => {
      const { store } = await fresh()
      const version = (await store.put('p/a', 1, { version: 0, ttlMs: 200 })) ?? 0
      await store.put('p/a', 2, { version })
      await store.put('p/clock', 1, { version: 0, ttlMs: 250 })
      await expect.poll(() => store.get('p/clock')).toBeUndefined()
      expect((await store.get('p/a'))?.value).toBe(2)
      expect((await store.list('p')).map(({ key }) => key)).toEqual(['p/a'])
    })

    test('a partition lists newest first, in byte order and by pages', async () => {
      const { store } = await fresh()
      const ids = ['B', 'a', 'b', 'ä', '\u{ff5e}', '\u{1f600}', '10', '9']
      await Promise.all(ids.map((id) => store.put(`T1/jobs/${id}`, id, { version: 0 })))
      await store.put('T1/jobs/sub/z', 'of another partition', { version: 0 })
      await store.put('T2/jobs/c', 'of another team', { version: 0 })
      const byBytes = ids.toSorted((a, b) => Buffer.compare(Buffer.from(b), Buffer.from(a)))
      expect((await store.list('T1/jobs')).map(({ value }) => value)).toEqual(byBytes)

      const paged: Json[] = []
      let after: string | undefined
      for (;;) {
        const page = await store.list('T1/jobs', { limit: 3, ...(after === undefined ? {} : { after }) })
        paged.push(...page.map(({ value }) => value))
        after = page.at(-1)?.key
        if (page.length < 3) break
      }
      expect(paged).toEqual(byBytes)
    })

    test('the next page continues although the last record was deleted', async () => {
      const { store } = await fresh()
      for (const id of ['1', '2', '3']) await store.put(`p/${id}`, id, { version: 0 })
      const [top] = await store.list('p', { limit: 1 })
      await store.delete('p/3', { version: top?.version ?? 0 })
      expect((await store.list('p', { after: 'p/3' })).map(({ value }) => value)).toEqual(['2', '1'])
      expect(await store.list('p', { after: 'p/1' })).toEqual([])
    })

    test('a page is full although many records before it have expired', async () => {
      const { store } = await fresh()
      await Promise.all(Array.from({ length: 300 }, (_, n) => store.put(`p/z${n}`, n, { version: 0, ttlMs: 20 })))
      await store.put('p/a', 'a', { version: 0 })
      await store.put('p/b', 'b', { version: 0 })
      await expect.poll(() => store.get('p/z299')).toBeUndefined()
      expect((await store.list('p', { limit: 2 })).map(({ value }) => value)).toEqual(['b', 'a'])
    })

    test('a second store sees the records of the first one', async () => {
      const { store, again } = await fresh()
      const version = await store.put('p/a', { secret: 1 }, { version: 0 })
      const other = await again()
      expect(await other.get('p/a')).toEqual({ key: 'p/a', value: { secret: 1 }, version })
    })

    test('partitions whose names begin with a prefix are removed, some records at a time', async () => {
      const { store } = await fresh()
      const removed = Array.from({ length: 1_200 }, (_, n) => `T1/old-${n % 7}/${n}`)
      const kept = ['T1/old/a', 'T1/older-1/a', 'T11/old-1/a', 'T1/o[l]d-*/a', 'T2/old-1/a']
      await Promise.all([...removed, ...kept].map((key) => store.put(key, key, { version: 0, ttlMs: 3_600_000 })))
      let calls = 0
      for (let from: string | undefined = ''; from !== undefined; calls += 1)
        from = await store.removePartitions('T1/old-', from || undefined)
      expect(calls).toBeGreaterThan(1)
      for (const partition of [0, 1, 6]) expect(await store.list(`T1/old-${partition}`)).toEqual([])
      expect(await Promise.all(kept.map(async (key) => (await store.get(key))?.value))).toEqual(kept)
      expect(await store.removePartitions('T1/o[l]d-*')).toBeUndefined()
      expect((await store.get('T1/old/a'))?.value).toBe('T1/old/a')
      await store.put('T1/old-1/1', 'again', { version: 0 })
      expect((await store.list('T1/old-1')).map(({ value }) => value)).toEqual(['again'])
    })

    test('a key without a partition is refused', async () => {
      const { store } = await fresh()
      await expect(store.get('alone')).rejects.toThrow('<partition>/<id>')
      await expect(store.put('p/', 1, { version: 0 })).rejects.toThrow('<partition>/<id>')
    })
  })
}
