import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** A read of what has happened at a simulator so far. */
const READ = /\b(?:agent\.jobs|mail\.(?:sent|deliveries)|slack\.(?:messages|views|calls))\(/
/** An assertion that a duplicate or a late arrival would break, if the test looked at the right moment. */
const ONCE_OR_NEVER = /\)\.(?:not\.|toHaveLength\(|toBeUndefined\(|toEqual\(\[\]\))/
/** A call after which the app has work to do again. */
const ACTION =
  /\b(?:slack|agent|mail|app)\.(?:say|command|click\w*|submit|fillForm|closeView|openHome|addReaction|useShortcut|change\w+|redeliver|receive|reportOutcome|sendEvent|start)\(/

interface Statement {
  line: number
  text: string
}

/** The statements of formatted code: a line with all deeper lines and closing brackets that follow it. */
function splitStatements(lines: string[], firstLine: number): Statement[] {
  const indentOf = (line: string): number => line.length - line.trimStart().length
  const found: Statement[] = []
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const isBlock = /(?:=>|\)) \{$|^\s*(?:try|else|\} )/.test(line) && !/\bexpect\(/.test(line)
    let end = index + 1
    while (
      !isBlock &&
      end < lines.length &&
      (indentOf(lines[end] ?? '') > indentOf(line) || /^\s*[)\]}]/.test(lines[end] ?? ''))
    )
      end += 1
    found.push({ line: firstLine + index, text: lines.slice(index, end).join('\n') })
  }
  return found
}

/** The lines of one test on which it asserts "once" or "never" although the app may still be at work. */
function findUnsettled(body: string, firstLine: number): number[] {
  const statements = splitStatements(body.split('\n'), firstLine)
  const unsettledReads = new Map<string, number>()
  const found = new Set<number>()
  let isSettled = false
  for (const { line, text } of statements) {
    if (/\bsettled\(\)/.test(text)) isSettled = true
    if (/^\s*expect\(/.test(text) && ONCE_OR_NEVER.test(text)) {
      if (READ.test(text) && !isSettled) found.add(line)
      for (const [name, readAt] of unsettledReads)
        if (new RegExp(`\\bexpect\\([^)]*\\b${name}\\b`).test(text)) found.add(readAt)
    }
    const name = /^\s*const \W*(\w+)\W/.exec(text)?.[1]
    if (name !== undefined && READ.test(text) && !/\buntil\(|=>/.test(text.replace(/\.\w+\([^=()]*=>.*/s, ''))) {
      if (isSettled) unsettledReads.delete(name)
      else unsettledReads.set(name, line)
    }
    if (ACTION.test(text)) isSettled = false
  }
  return [...found]
}

/** All tests of a file, each from its first line to the bracket that closes it. */
const TEST = /^test\w*(?:\.\w+)?\([\s\S]*?^\}?,?\)$/gm

function findUnsettledIn(file: string, source: string): string[] {
  return [...source.matchAll(TEST)].flatMap(({ 0: body, index }) => {
    const firstLine = source.slice(0, index).split('\n').length
    return findUnsettled(body, firstLine).map((line) => `${file}:${line}`)
  })
}

test('"once" and "never" are asserted after the app has settled', () => {
  const stories = globSync('test/{jobs,mail,ops,slack}/**/*.test.ts')
    .map((file) => ({ file, source: readFileSync(file, 'utf8') }))
    .filter(({ source }) => source.includes('support/story-test.ts') || source.includes('support/harness.ts'))
  expect(stories.length).toBeGreaterThan(20)
  expect(
    stories.flatMap(({ file, source }) => findUnsettledIn(file, source)),
    'put `await app.settled()` before the read, after the last action',
  ).toEqual([])
})

const story = (...lines: string[]): string =>
  `test('a story', async ({ app }) => {\n${lines.map((line) => `  ${line}\n`).join('')}})`

test.each([
  ['a count that is read too early', ['expect(await agent.jobs()).toHaveLength(1)'], [2]],
  ['a count after the app has settled', ['await app.settled()', 'expect(await agent.jobs()).toHaveLength(1)'], []],
  [
    'an action after the app has settled',
    ['await app.settled()', 'await slack.click(maria, card, /Undo/)', 'expect(await mail.sent()).toEqual([])'],
    [4],
  ],
  ['a list that was read too early', ['const jobs = await agent.jobs()', 'expect(jobs).toHaveLength(1)'], [2]],
  ['an assertion about the text of a card', ["expect(whole(card)).not.toContain('Undo')"], []],
  [
    'a loop around the assertion',
    ['for (const one of all) {', '  expect(await slack.messages(one)).toEqual([])', '}'],
    [3],
  ],
])('finds the right lines in %s', (_case, lines, expected) => {
  expect(findUnsettledIn('story', story(...lines))).toEqual(expected.map((line) => `story:${line}`))
})
