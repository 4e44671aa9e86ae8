import { expect, test } from 'vitest'
import {
  type Act,
  ACTS,
  type Actor,
  BEGINNINGS,
  KINDS,
  QUESTIONS,
  type State,
  STATE_MEANINGS,
  STATES,
} from './mail-life.ts'

const ACTOR_NAMES: Record<Actor, string> = {
  readers: 'people who may reply in its inbox and can read its channel',
  approvers: 'its approvers, except the writers of its versions',
  customers: 'people outside',
  admins: 'admins',
  time: 'the clock',
  'the mailbox': 'the mailbox',
}

const writeRow = (cells: string[]): string => `| ${cells.join(' | ')} |`
const writeTable = (head: string[], rows: string[][]): string =>
  [writeRow(head), writeRow(head.map(() => '---')), ...rows.map(writeRow)].join('\n')

const listLeads = ({ leads }: Act, state: State): string => (leads[state] ?? []).join(', ')

function writeDocument(): string {
  const acts: Act[] = Object.values(ACTS)
  return `# The life of an outgoing mail

What people send is one of ${KINDS.length} kinds (${KINDS.join(', ')}). Its kind makes no difference below: each has the same states, and the same acts are possible in them. The table is data in
\`test/mail/life/mail-life.ts\`; \`npx vitest run test/mail/life/documented-life.test.ts -u\` writes this page from it. How a property test plays random sequences of these acts
against the running app is described in [reliability.md](reliability.md#the-model-of-a-mails-life).

## States

${writeTable(
  ['the card shows', 'what it means'],
  STATES.map((state) => [state, STATE_MEANINGS[state]]),
)}

## After Send, and after an approval

The first row that fits decides.

${writeTable(
  ['approval', 'send time', 'undo window', 'state'],
  BEGINNINGS.map(({ approval, schedule, hold, first }) => [approval, schedule, hold, first]),
)}

## What each act leads to

An empty cell: the act changes nothing in this state. A state with several results depends on the rows above, and on the mailbox.

${writeTable(
  ['act', ...STATES],
  acts.map((act) => [act.name, ...STATES.map((state) => listLeads(act, state))]),
)}

${writeTable(
  ['act', 'whose it is', 'what it promises'],
  acts.map(({ name, by, promise = '' }) => [name, ACTOR_NAMES[by], promise]),
)}

## What must hold after each act

${Object.values(QUESTIONS)
  .map((question) => `- ${question}`)
  .join('\n')}
`
}

// `vitest run test/mail/life/documented-life.test.ts -u` writes the page.
test('docs/outgoing-mail.md shows the table that the model asks', async () => {
  await expect(writeDocument()).toMatchFileSnapshot('../../../docs/outgoing-mail.md')
})
