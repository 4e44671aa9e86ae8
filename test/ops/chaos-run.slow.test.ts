/** @module-tag rest */
import { expect, test } from 'vitest'
import { REPORT_HEADING, formatReportRow, listProblems } from '../../chaos/report.ts'
import { runChaos } from '../../chaos/run.ts'

const nothing = { lost: [], duplicated: [], outOfOrder: [], stuck: [] }

/** The same plan each time, so that a failure can be reproduced with the command that the test prints. */
const seeds = { sqlite: 60_559, redis: 127_506 }

for (const store of ['sqlite', 'redis'] as const) {
  test(`under faults and kills on ${store} nothing is lost, duplicated, out of order or stuck`, async () => {
    const seed = seeds[store]
    console.log(`npm run chaos -- --seed ${seed} --store ${store} --kills 4 --events 40`)
    const report = await runChaos({ seed, store, kills: 4, events: 40 })
    console.log([REPORT_HEADING, formatReportRow(report), ...listProblems(report)].join('\n'))
    expect(report.violations).toEqual(nothing)
  })
}
