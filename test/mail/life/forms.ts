import type { ActionAnswer, Fields, View } from '../../../sandbox/control-types.ts'
import { ifPossible } from '../../../tools/sandbox-client.ts'
import { findElements } from '../../support/block-queries.ts'
import { lookAround } from '../../support/until.ts'
import {
  type Conversation,
  closeWindows,
  countNews,
  findMailPost,
  findModal,
  type Life,
  type OpenForm,
  press,
  type Version,
} from './life.ts'
import type { Kind } from './mail-life.ts'
import type { InboxName, PersonName } from './world.ts'

const MINUTE_MS = 60_000
/** When a mail with a time of its own is sent. */
export const SOON_MS = 20 * MINUTE_MS
const SUBMISSIONS = 5

export const chooseSoon = (now: number): Fields => ({
  text: { type: 'plain_text', text: 'A time' },
  value: `own|${now + SOON_MS}`,
})

/** A person's choices in a form, besides the text. */
export interface Words {
  isTimed?: boolean
  file?: 'address' | 'upload' | undefined
}

const listOptions = (options: unknown): string[] =>
  Array.isArray(options) ? options.map((one) => String((one as Fields)['value'])) : []

/** Opens the form of this kind from the newest mail of a conversation. */
export async function openAnswer(
  life: Life,
  person: PersonName,
  conversation: Conversation,
  { kind, to }: { kind: Kind; to: string },
): Promise<OpenForm | undefined> {
  closeWindows(life, person)
  const post = findMailPost(life, conversation)
  if (!post) return undefined
  if (kind === 'forward') {
    const more = post.elements.find((one) => one.action_id === 'mail.more')
    const value = listOptions(more?.['options']).find((one) => one.startsWith('forward:'))
    if (!more || value === undefined) return undefined
    const menu = { ...post, elements: [{ ...more, value }] }
    if (!(await press(life, person, menu, 'mail.more'))) return undefined
  } else if (!(await press(life, person, post, kind === 'reply all' ? 'mail.reply_all' : 'mail.reply')))
    return undefined
  return noteForm(life, { person, conversation, kind, to })
}

/** Opens the form of a new mail. */
export async function openNew(
  life: Life,
  person: PersonName,
  { inbox, to }: { inbox: InboxName; to: string },
): Promise<OpenForm | undefined> {
  closeWindows(life, person)
  const { world } = life
  const channel = world.ids['docs'] ?? ''
  const conversation: Conversation = { inbox, channel, subject: '', address: to, incoming: [] }
  const line = `/mail write ${world.inboxes[inbox]} ${to}`
  await ifPossible(world.app.slack.command(life.idOf(person), channel, line))
  await world.quiesce()
  return noteForm(life, { person, conversation, kind: 'new', to })
}

/** Remembers the form that has just opened; undefined if the app refused it. */
export async function noteForm(life: Life, form: Omit<OpenForm, 'viewId' | 'seen'>): Promise<OpenForm | undefined> {
  const view = await findModal(life, form.person, 'mail.reply')
  if (!view) return undefined
  const opened: OpenForm = { ...form, viewId: view.id, seen: countNews(form.conversation) }
  life.forms = [...life.forms.filter(({ person }) => person !== form.person), opened]
  return opened
}

const findView = async (
  life: Life,
  { person, viewId }: Pick<OpenForm, 'person' | 'viewId'>,
): Promise<View | undefined> =>
  (await lookAround(() => life.world.app.client.slack.views(life.idOf(person)))).find(({ id }) => id === viewId)

interface Filled {
  marker: string
  subject: string
  values: Fields
  file?: Version['file']
}

/** The values of a form, with all boxes ticked. */
function fill(life: Life, form: OpenForm, view: View, filled: Omit<Filled, 'values'>, words: Words): Fields {
  const { world } = life
  const texts: Record<string, unknown> = {
    'mail.text': `Dear friends, ${filled.marker} it is.`,
    ...(form.kind === 'new' && { 'mail.subject': `About ${filled.subject}` }),
    ...(form.kind === 'forward' && { 'mail.recipients:to': form.to }),
    ...(words.isTimed && { 'mail.send_when': chooseSoon(world.time.now()) }),
    ...(words.file === 'address' && { 'mail.links': `${world.sandbox.env['MAIL_LINK_ORIGIN']}/swapped/prices.txt` }),
    ...(words.file === 'upload' && {
      'mail.files': [
        {
          name: 'notes.txt',
          content_type: 'text/plain',
          content: Buffer.from(filled.file?.now ?? '').toString('base64'),
        },
      ],
    }),
  }
  const values: Fields = {}
  for (const { action_id: action, block_id: block, options } of findElements(view)) {
    if (action === 'mail.ticks') values[block] = { [action]: listOptions(options) }
    else if (action in texts) values[block] = { [action]: texts[action] }
  }
  return values
}

const isTaken = (answer: ActionAnswer | undefined): boolean =>
  answer !== undefined &&
  answer.status === 200 &&
  answer.error === undefined &&
  answer.response_action !== 'errors' &&
  answer.response_action !== 'update'

/** Shows the fields that a form has below More, if the words need one. */
async function showFields(life: Life, form: OpenForm, { file }: Words): Promise<void> {
  const view = await findView(life, form)
  if (file !== 'address' || !findElements(view).some(({ action_id: id }) => id === 'mail.show_more')) return
  await ifPossible(life.world.app.slack.clickInView(life.idOf(form.person), form.viewId, 'mail.show_more'))
  await life.world.quiesce()
}

function prepare(life: Life, form: OpenForm, words: Words): Omit<Filled, 'values'> {
  const { conversation, kind } = form
  const marker = life.mark('v', conversation)
  const subject = kind === 'new' && !conversation.subject ? life.mark('s', conversation) : conversation.subject
  const content = words.file === 'address' ? life.world.file : words.file && life.mark('f', conversation)
  return { marker, subject, ...(words.file && content && { file: { kind: words.file, now: content, asked: content } }) }
}

function addVersion(
  life: Life,
  form: OpenForm,
  words: Words,
  { marker, subject, file }: Omit<Filled, 'values'>,
): Version {
  const { person, conversation, kind, to, instead } = form
  conversation.subject = subject
  if (!life.conversations.includes(conversation)) life.conversations.push(conversation)
  const inherited = instead && instead.copies === 0 ? instead.authors : []
  const version: Version = {
    marker,
    kind,
    conversation,
    writer: person,
    authors: new Set([person, ...inherited]),
    to,
    isTimed: words.isTimed ?? false,
    ...(file && { file }),
    seen: form.seen,
    approvals: [],
    state: 'none',
    isWithdrawn: false,
    copiesAllowed: 1,
    copies: 0,
  }
  life.versions.push(version)
  return version
}

/** Sends an open form, with every box that it asks for; undefined if it is refused or gone. */
export async function sendForm(life: Life, form: OpenForm, words: Words): Promise<Version | undefined> {
  await showFields(life, form, words)
  const filled = prepare(life, form, words)
  const { client } = life.world.app
  for (let tries = 0; tries < SUBMISSIONS; tries += 1) {
    const view = await findView(life, form)
    if (!view) return undefined
    const values = fill(life, form, view, filled, words)
    const answer = await ifPossible(
      client.slack.submitView({ user: life.idOf(form.person), view_id: form.viewId, values }),
    )
    if (isTaken(answer)) {
      await life.world.quiesce()
      life.forms = life.forms.filter((one) => one !== form)
      noteUpload(life, filled)
      const version = addVersion(life, form, words, filled)
      if (form.instead) replace(life, form.instead)
      return version
    }
    await life.world.quiesce()
    if (answer?.response_action !== 'update') return undefined
    // The form now shows the newest mails.
    form.seen = countNews(form.conversation)
  }
  return undefined
}

/** Sends an open form twice together: the answer to the first press is lost, and its writer has changed the words since. */
export async function sendTwice(life: Life, form: OpenForm): Promise<Version[]> {
  const { client } = life.world.app
  const both = [prepare(life, form, {}), prepare(life, form, {})]
  const view = await findView(life, form)
  if (!view) return []
  const user = life.idOf(form.person)
  const answers = await Promise.all(
    both.map((filled) =>
      ifPossible(client.slack.submitView({ user, view_id: form.viewId, values: fill(life, form, view, filled, {}) })),
    ),
  )
  await life.world.quiesce()
  const taken = both.filter((_, index) => isTaken(answers[index]))
  if (taken.length > 0) {
    life.forms = life.forms.filter((one) => one !== form)
    if (form.instead) replace(life, form.instead)
  }
  return taken.map((filled) => addVersion(life, form, {}, filled))
}

/** The version that another one replaces: its life ends, unless it was sent before. */
function replace(life: Life, old: Version): void {
  old.isWithdrawn = true
  life.reviews = life.reviews.filter(({ version }) => version !== old)
}

/** The upload that the form has just shared, which its owner may edit in Slack. */
function noteUpload(life: Life, { file }: Omit<Filled, 'values'>): void {
  if (file?.kind !== 'upload') return
  const id = [...life.world.sandbox.slack.workspace.files.keys()].at(-1)
  if (id !== undefined) file.id = id
}
