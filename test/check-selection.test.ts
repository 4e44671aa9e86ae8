import { describe, expect, test } from 'vitest'
import { listUnitTests } from './run/unit-tests.ts'

describe('npm run check plays', () => {
  const all = listUnitTests([])

  test('the unit tests that load a changed file, also through others or later', () => {
    const chosen = listUnitTests(['src/core/formats.ts'])
    expect(chosen).toContain('test/slack/languages.test.ts')
    expect(chosen).toContain('test/jobs/job-acts.test.ts')
    // A store is loaded when the address of one is read.
    expect(listUnitTests(['src/adapters/sqlite/sqlite-storage.ts'])).toContain('test/ops/dead-letter-command.test.ts')
  })

  test('those that read the files of the repository, whatever has changed', () => {
    const chosen = listUnitTests(['src/jobs/lists/docs-list.ts', 'docs/guide.md'])
    expect(chosen).toEqual(
      expect.arrayContaining(['test/documented-names.test.ts', 'test/catalogues.test.ts', 'test/layers.test.ts']),
    )
    expect(chosen).not.toContain('test/slack/mrkdwn.test.ts')
    expect(chosen.length).toBeLessThan(all.length / 3)
  })

  test('a changed test itself', () => {
    expect(listUnitTests(['test/slack/mrkdwn.test.ts'])).toContain('test/slack/mrkdwn.test.ts')
  })

  test.each(['package.json', 'manifest.yml', 'test/fixtures/mails.json'])(
    'all of them after a change of %s',
    (file) => {
      expect(listUnitTests([file, 'src/core/formats.ts'])).toEqual(all)
    },
  )
})
