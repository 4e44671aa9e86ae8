import { expect, test } from 'vitest'
import { REPORT_HEADING, formatReportRow, listProblems } from '../../chaos/report.ts'
import { runChaos } from '../../chaos/run.ts'

const nothing = { lost: [], duplicated: [], outOfOrder: [], stuck: [] }

/** The same plan each time: the command that the test prints reproduces a failure. */
const runs = [
  { store: 'sqlite', seed: 60_586, kills: 1, events: 12, tags: [] },
  { store: 'sqlite', seed: 60_559, kills: 4, events: 40, tags: ['rest'] },
  { store: 'redis', seed: 127_506, kills: 4, events: 40, tags: ['rest'] },
] as const

for (const { tags, ...plan } of runs) {
  const { seed, store, kills, events } = plan
  const command = `npm run chaos -- --seed ${seed} --store ${store} --kills ${kills} --events ${events}`
  test(`nothing is lost, duplicated, out of order or stuck in ${command}`, { tags: [...tags] }, async () => {
    const report = await runChaos(plan)
    console.log([command, REPORT_HEADING, formatReportRow(report), ...listProblems(report)].join('\n'))
    expect(report.violations).toEqual(nothing)
  })
}
