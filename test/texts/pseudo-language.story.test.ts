import { describe, expect, test } from 'vitest'
import { createFormats } from '../../src/core/formats.ts'
import { capitalizeFirst } from '../../src/jobs/text/sentence-parts.ts'
import { isFields } from '../../tools/fields.ts'
import { KEPT_WORDS } from '../../tools/texts/kept-words.ts'
import { findElements } from '../support/block-queries.ts'
import type { Harness } from '../support/harness.ts'
import { testWith } from '../support/story-test.ts'

const LOADER = new URL('../../tools/texts/load-pseudo-language.ts', import.meta.url).href
const TASK = 'Explain the retry schedule'
const MORE = 'Describe the inboxes'

/** Words after `/docs`: forms, lists, answers, and texts that may not be a task. */
const COMMANDS = ['help', 'jobs', 'quota', 'list', 'settings', 'audit']
const DOUBTS = ['status', 'hello', 'sattus', 'status a1b2c3', 'help me now']

/** Texts that no catalogue gives: what people wrote, names, and answers of the agent. */
const AGENT = ['agent/explain-the-retry-schedule', 'docs-writer-1']
const STARTED_ANYWAY = DOUBTS.flatMap((text) => [capitalizeFirst(text), `agent/${text.replaceAll(' ', '-')}`])
const OUTSIDE = [TASK, MORE, ...DOUBTS, ...STARTED_ANYWAY, ...AGENT, 'Maria Torres', 'Aiko Tanaka', 'Acme Docs', 'UTC']

/** Durations, lists and days as `Intl` writes them in the language of the formats. */
const { duration, list, weekday } = createFormats('en')
const FORMATTED = [
  ...[1, 2].flatMap((count) => [1000, 60_000, 3_600_000, 86_400_000].map((unit) => duration(unit * 2 * count))),
  ...['and', 'or'].map((joinedBy) => list(['1', '2'], joinedBy === 'or' ? 'or' : 'and')),
  ...Array.from({ length: 7 }, (_, day) => weekday(day)),
]

const isText = (name: string): boolean => name === 'text' || name === 'alt_text' || name === 'initial_value'

/** Every text of a message or view that people see. */
function listShown(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(listShown)
  if (!isFields(node)) return []
  return Object.entries(node).flatMap(([name, value]) =>
    isText(name) && typeof value === 'string' ? value : listShown(value),
  )
}

/** Slack's tokens, code, emoji and the ids of jobs. */
const TOKENS = /`[^`]*`|<[^>|]*\|?|:[a-z_]+:|(?:job_)?[\da-f]{6,}/g

const WORDS_OF_INTL = new RegExp(`\\b(?:${FORMATTED.flatMap((one) => one.match(/\p{L}+/gu) ?? []).join('|')})\\b`, 'g')

/** Returns the rest of a text without tokens and texts from outside. */
const removeKnown = (text: string): string =>
  OUTSIDE.toSorted((one, other) => other.length - one.length)
    .reduce((left, one) => left.replaceAll(one, ' '), text)
    .replaceAll(TOKENS, ' ')
    .replaceAll(KEPT_WORDS, ' ')
    .replaceAll(WORDS_OF_INTL, ' ')

/** Texts with English in them, and texts of which a part was cut away. */
function findLeftOut(shown: unknown): { english: string[]; cut: string[] } {
  const texts = listShown(shown)
  return {
    english: texts.filter((text) => /[A-Za-z]{2}/.test(removeKnown(text))),
    cut: texts.filter((text) => text.split('⟦').length !== text.split('⟧').length),
  }
}

/** Opens every form and list of jobs, access and settings that one person reaches, and returns all that people have seen. */
async function playJobs({ slack, agent, settled }: Harness): Promise<unknown[]> {
  const [docs, general] = [await slack.channel('docs'), await slack.channel('general')]
  const [maria, tom, guest] = [await slack.user('maria'), await slack.user('tom'), await slack.user('gwen')]
  const seen: unknown[] = []
  const look = async (): Promise<void> => {
    await settled()
    for (const user of [maria, tom, guest]) seen.push(await slack.views(user))
    for (const channel of [docs, general]) seen.push(await slack.messages(channel))
  }
  for (const words of [...COMMANDS, ...DOUBTS]) {
    await slack.command(maria, docs, `/docs ${words}`)
    await look()
  }
  await slack.command(guest, docs, `/docs ${TASK}`)
  await slack.command(maria, docs, '/docs')
  await look()
  await slack.command(maria, docs, `/docs ${TASK}`)
  const card = await slack.findCard(docs, 'working')
  await look()
  await slack.command(maria, docs, `/docs ${TASK}`)
  const job = await agent.findJob(/retry schedule/)
  await look()
  for (const message of await slack.messages(docs)) {
    const ids = findElements(message)
      .filter(({ type }) => type === 'button')
      .map(({ action_id: id }) => id)
    for (const id of ids) {
      await slack.click(maria, { channel: docs, ts: message.ts }, id).catch(() => undefined)
      await look()
    }
  }
  await slack.say(maria, docs, `<@${await slack.user('bellhop')}> ${MORE}`, { thread_ts: card.ts })
  await agent.changeJob(job.id, { status: 'completed', prLink: 'https://git.example.test/acme/docs/pull/1' })
  await slack.findCard(docs, 'finished')
  await look()
  seen.push(await slack.messages(docs, card.ts), await slack.openHome(maria))
  await look()
  return seen
}

describe.each(['ltr', 'rtl'] as const)('the app in the pseudo-language, written %s,', (direction) => {
  const NODE_OPTIONS = `--import ${LOADER}${direction === 'rtl' ? '?rtl' : ''}`
  testWith({ ownProcess: true, env: { NODE_OPTIONS } })(
    'shows people nothing but that language, and cuts nothing',
    { tags: direction === 'rtl' ? ['rest'] : [] },
    async ({ app }) => {
      const seen = await playJobs(app)
      expect(listShown(seen).filter((text) => text.includes('⟦')).length).toBeGreaterThan(100)
      const { english, cut } = findLeftOut(seen)
      expect([...new Set(english)]).toEqual([])
      expect([...new Set(cut)]).toEqual([])
    },
  )
})

test('an English text and a text that is cut are found', () => {
  const shown = [{ text: '⟦Ŵóóŕķííńǵ⟧ for 3 days' }, { text: '⟦Ŵóóŕķííńǵ…' }, { text: `⟦Ƒóóŕ⟧: ${TASK} · 2 days` }]
  expect(findLeftOut(shown)).toEqual({ english: ['⟦Ŵóóŕķííńǵ⟧ for 3 days'], cut: ['⟦Ŵóóŕķííńǵ…'] })
})
