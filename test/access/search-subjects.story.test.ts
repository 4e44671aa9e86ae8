import { expect, onTestFinished, test } from 'vitest'
import { searchSubjects } from '../../src/access/search-subjects.ts'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/core/log.ts'
import { createPlatform } from '../../src/platform.ts'
import { untilDelivered } from '../support/settled.ts'
import { createDriver } from '../support/sandbox-driver.ts'
import { startSimulators, until } from '../support/simulators.ts'

test(
  'people find those who can be given permission, and private channels only if they are in them',
  { tags: 'smoke' },
  async () => {
    const { sandbox, close } = await startSimulators({ scale: 60 })
    const log = createLogger({ level: 'silent' })
    const platform = await createPlatform(readConfig({ ...sandbox.env, STORE_URL: 'sqlite::memory:' }), log)
    onTestFinished(async () => {
      await platform.storage.close()
      await close()
    })
    const { slack, client } = createDriver(sandbox, { untilSettled: () => untilDelivered(sandbox) })
    const { team } = (await client.slack.app()) as { team: { id: string } }
    const [maria, tom, leads, docs] = await Promise.all([
      slack.user('maria'),
      slack.user('tom'),
      slack.channel('leads'),
      slack.channel('docs'),
    ])
    await slack.leave(tom, leads)
    const find = (user: string, typed: string) =>
      until(async () => {
        const { groups } = await searchSubjects(platform.services, { team: team.id, user, typed })
        const values = groups.flatMap(({ choices }) => choices.map(({ value }) => value))
        return !values.includes('loading') && values
      })
    expect(await find(maria, 'maria')).toEqual([`person:${maria}`])
    expect(await find(maria, 'gwen')).toEqual([])
    expect(await find(maria, 'bellhop')).toEqual([])
    expect(await find(maria, '#docs')).toContain(`channel:${docs}`)
    expect(await find(maria, 'leads')).toContain(`channel:${leads}`)
    expect(await find(tom, 'leads')).not.toContain(`channel:${leads}`)
  },
)
