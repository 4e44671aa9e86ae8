import { expect, test } from 'vitest'
import { heading, row, wrong } from '../../chaos/report.ts'
import { chaos } from '../../chaos/run.ts'

const nothing = { lost: [], doubled: [], disorder: [], stuck: [] }

/** The same plan each time, so that what goes wrong here can be made to go wrong again; other seeds by the command it prints. */
const seeds = { sqlite: 60_559, redis: 127_506 }

for (const store of ['sqlite', 'redis'] as const) {
  test(`bad weather and kills on ${store} lose, double, disorder and strand nothing`, async () => {
    const seed = seeds[store]
    console.log(`npm run chaos -- --seed ${seed} --store ${store} --kills 4 --events 40`)
    const report = await chaos({ seed, store, kills: 4, events: 40 })
    console.log([heading, row(report), ...wrong(report)].join('\n'))
    expect(report.verdict).toEqual(nothing)
  })
}
