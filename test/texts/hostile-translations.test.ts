import { expect, test } from 'vitest'
import { findProblems } from '../../tools/texts/find-problems.ts'

const problemsOf = (english: string, translation: string, language = 'de'): string[] =>
  findProblems({ key: 'k', path: ['k'], text: english }, translation, language, {})

const JOBS = '{n, plural, one {# job} other {# jobs}}'
const OPEN = '{isOpen, select, true {Open} other {Closed}}'
const LINKED = 'In <link>the thread</link>'

const HOSTILE: readonly [english: string, translation: string, problem: string][] = [
  // Slack's markup
  ['Saved.', 'Gespeichert. <!channel>', '“<!channel>” is Slack’s markup: write it without < and >'],
  ['Saved.', 'Gespeichert, <@U1>', '“<@U1>” is Slack’s markup: write it without < and >'],
  [
    'Hi {name}',
    "'<'https://evil.test|{name}'>'",
    '“<https://evil.test|{name}>” is Slack’s markup: write it without < and >',
  ],
  ['Hi {name}', '<{name}|hier>', '“<{name}|hier>” is Slack’s markup: write it without < and >'],
  ['Saved.', 'Gespeichert <b/>', '“<b/>” is Slack’s markup: write it without < and >'],
  [
    OPEN,
    '{isOpen, select, true {Offen} other {Zu <!here>}}',
    '“<!here>” is Slack’s markup where {isOpen} is false: write it without < and >',
  ],
  [
    JOBS,
    '{n, plural, one {#} =1000 {<!here>} other {#}}',
    '“<!here>” is Slack’s markup where {n} is 1000: write it without < and >',
  ],
  ['Saved.', 'Gespeichert: https://evil.test/x', '“https://evil.test/x” isn’t in the English message: delete it'],
  ['Saved.', 'Gespeichert, @channel', '“@channel” isn’t in the English message: delete it'],
  // Links
  [LINKED, 'Hier <link></link>', 'a link has no words: write them between the two tags'],
  [LINKED, '<link><link>Hier</link></link>', 'the number of links is 2: it has to be 1 as in English'],
  ['By {by}: <link>see it</link>', '<link>Von {by}</link>', '{by} is inside a link: move it out as in English'],
  // Numbers
  [
    '{left, number} left',
    '{left, number, ::currency/zzzz}',
    'write {left, number} instead of {left, number, ::currency/zzzz}',
  ],
  ['{left, number} left', '{left, number, ::unit/foo}', 'write {left, number} instead of {left, number, ::unit/foo}'],
  ['{left, number} left', '{left, number, percent}', 'write {left, number} instead of {left, number, percent}'],
  [JOBS, '{n, number, ::scale/100}', 'write {n, number} instead of {n, number, ::scale/100}'],
  [JOBS, '{n, plural, offset:1000 one {#} other {#}}', 'write {n, plural, …} instead of {n, plural, offset:1000 …}'],
  ['{at, date}', '{at, time}', 'write {at, date} instead of {at, time}'],
  [
    '{at, date}',
    '{at, date, ::YYYY}',
    'it isn’t a message in ICU MessageFormat (`Y/u/U/r` (year) patterns are not supported, use `y` instead)',
  ],
  // Texts that show nothing, or characters that nobody sees
  ['Undo', ' ', 'nothing is shown: write a text'],
  ['Undo', '\u3164', 'nothing is shown: write a text'],
  [OPEN, '{isOpen, select, true {Offen} other {}}', 'nothing is shown where {isOpen} is false: write a text'],
  ['Undo', 'Zurück\u202Enegnä', 'it has an invisible character (U+202E): delete it'],
  ['Undo', 'Zu\u200Brück', 'it has an invisible character (U+200B): delete it'],
  ['Undo', 'Zurück\u200F', 'it has an invisible character (U+200F): delete it'],
  ['Undo', 'Zurück\r', 'it has an invisible character (U+000D): delete it'],
  ['Undo', 'Zurück\n\nJetzt', 'the number of line breaks is 2: it has to be 0 as in English'],
  // Values
  [
    'Hi {name}',
    "Hallo '{name}' {name}",
    "“{name}” is shown with its braces: an apostrophe before a brace has to be ’, not '",
  ],
  ['Hi {name}', "l'{name}", "{name} is missing: write the apostrophe before it as ’, not '"],
  [LINKED, "l'<link>autre</link>", "{link} is missing: write the apostrophe before it as ’, not '"],
  [JOBS, "{n, plural, one {#} other {'#' Jobs}}", '“#” isn’t in the English message where {n} is 2: delete it'],
  ['Saved.', "Gespeichert '{'", "“{” is shown with its braces: an apostrophe before a brace has to be ’, not '"],
  ['Hi {name}', '{name} {constructor}', '{constructor} isn’t in the English message'],
  ['Hi {name}', '{name} {toString}', '{toString} isn’t in the English message'],
  ['Hi {name}', '{name} {__proto__}', '{__proto__} isn’t in the English message'],
  [
    '{isOpen, select, true {Open: {name}} other {{name}}}',
    '{isOpen, select, true {Offen} other {{name}}}',
    '{name} is missing where {isOpen} is true: insert it as in English',
  ],
  // Words that stay
  ['Type `/docs jobs`', 'Tippe `/docs aufgaben`', '“`/docs jobs`” is missing: it stays the same in every language'],
  ['Type `/docs {word}`', 'Tippe {word}', '“`/docs {word}`” is missing: it stays the same in every language'],
  ['Saved.', 'Gespeichert `', '“`” isn’t in the English message: delete it'],
  ['Invite it with /invite @Bellhop', 'Lade @Bellhop ein', '“/invite” is missing: it stays the same in every language'],
  ['Set PUBLIC_URL', 'Setze die Adresse', '“PUBLIC_URL” is missing: it stays the same in every language'],
]

test.each(HOSTILE)('%j is not translated as %j', (english, translation, problem) => {
  expect(problemsOf(english, translation)).toContain(problem)
})

const HONEST: readonly [language: string, english: string, translation: string][] = [
  ['de', 'Type `/docs jobs` in #support', 'In #support `/docs jobs` eingeben'],
  ['fr', '{name}’s emails: {n, number}', '«\u00A0{n, number}\u00A0» emails de l’équipe d’{name}'],
  [
    'fr',
    '{n, plural, one {{name}} other {{name} and {more}}}',
    '{n, plural, one {{name}} many {{name}, {more}} other {{name} et {more}}}',
  ],
  ['ar', JOBS, '{n, plural, zero {لا وظائف} one {وظيفة} two {وظيفتان} few {# وظائف} many {# وظيفة} other {# وظيفة}}'],
  ['he', 'Ask @Bellhop', 'שאל את @Bellhop\u200F!'],
  ['fa', 'See', 'می\u200Cبیند'],
  ['ja', 'Mention @Bellhop', '@Bellhopに返信'],
  ['pl', JOBS, '{n, plural, one {# praca} few {# prace} many {# prac} other {# pracy}}'],
  ['de', 'In <link>{title}</link>', '<link>In {title}</link>'],
]

test.each(HONEST)('in %s, %j is translated as %j', (language, english, translation) => {
  expect(problemsOf(english, translation, language)).toEqual([])
})

test.each([
  ['fr', JOBS, '{n, plural, one {#} many {# <!here>} other {#}}'],
  ['cs', JOBS, '{n, plural, one {#} few {#} many {# <!here>} other {#}}'],
  ['pl', JOBS, '{n, plural, one {#} few {#} many {#} other {# <!here>}}'],
  ['ar', JOBS, '{n, plural, zero {<!here>} one {#} two {#} few {#} many {#} other {#}}'],
])('in %s, the form of a rare number is read', (language, english, translation) => {
  expect(problemsOf(english, translation, language)).toEqual([expect.stringMatching(/^“<!here>” is Slack’s markup/)])
})

test.each([
  ['{left, number, ::currency/zzzz}', 'it can’t be shown (Invalid currency code : zzzz): write it as in English'],
  ['Saved. <!here>', '“<!here>” is Slack’s markup: write it without < and >'],
  ['Saved.\u200B', 'it has an invisible character (U+200B): delete it'],
  ['{isOpen, select, true {Open} other {}}', 'nothing is shown where {isOpen} is false: write a text'],
])('the English message %j is refused', (english, problem) => {
  expect(problemsOf(english, english, 'en')).toEqual([problem])
})
