import { randomUUID } from 'node:crypto'
import type { ScopedFeature } from '../../../scoped-feature.ts'
import { withinDeadline, withinQuestionTime } from '../../../core/question-time.ts'
import type { View } from '../../../slack/blocks/slack-message.ts'
import type { Action, Command, Submission, SubmissionAnswer } from '../../../slack/inbound/listeners.ts'
import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import { selectedValue } from '../../../slack/inbound/view-state.ts'
import { mailActionIds, mailCallbackIds, cardKinds } from '../../action-ids.ts'
import { listRoutedChannels } from '../../records/routing/mail-routes.ts'
import { type PageTrail, parseTrail } from '../../records/page-trail.ts'
import { findReaderChannel } from '../../records/mail/placement.ts'
import { isHidden } from '../../notify/thread-anchor.ts'
import type { DeskScope } from '../desk-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { buildFindModal, FIND_BLOCK, type FindView, type LinkedMail } from './find-modal.ts'
import { parseFindQuery } from './find-query.ts'
import { type FoundMail, searchMail } from './search-mail.ts'

/** A link is only a convenience, so the page does not wait longer for it. */
const LINK_TIMEOUT_MS = 400

/** The most threads that wait for a channel that are looked at before a search. */
const WAITING_READ = 20

interface Person {
  user: string
}

/** `/mail find`: finds mail by its words. */
export const findMailFeature: ScopedFeature<DeskScope> = {
  homeButtons: [{ actionId: mailActionIds.openFind, text: (language) => mailTextIn(language).find.open, rank: 2 }],
  listen(slack) {
    slack.action(mailActionIds.openFind, (scope, action) => openFind(scope, action, ''))
    slack.submit(mailCallbackIds.find, searchAnew)
    for (const actionId of [mailActionIds.findOlder, mailActionIds.findNewer])
      slack.action(actionId, (scope, action) => turnPage(scope, action, parseTrail(action.value ?? '')))
    slack.action(mailActionIds.findNewest, (scope, action) => turnPage(scope, action, { before: [] }))
  },
}

/** Opens the page with the first results. */
export async function openFind(
  scope: DeskScope,
  command: Pick<Command, 'team' | 'user' | 'triggerId'>,
  typed: string,
): Promise<void> {
  const search = randomUUID()
  await rememberSearch(scope, command, search, typed)
  await scope.views.open(command.team, command.triggerId, await renderSearch(scope, command, { search, typed }))
}

const rememberSearch = ({ desk: { searches } }: DeskScope, { user }: Person, search: string, typed: string) =>
  searches.update(search, () => ({ user, typed }))

/** Searches for other words in the same page. */
async function searchAnew(scope: DeskScope, submission: Submission): Promise<SubmissionAnswer> {
  const typed = selectedValue(submission.view.values[FIND_BLOCK]?.[mailActionIds.findWords] ?? {}) ?? ''
  const search = randomUUID()
  await rememberSearch(scope, submission, search, typed)
  return { update: await renderSearch(scope, submission, { search, typed }) }
}

async function turnPage(scope: DeskScope, action: Action, trail: PageTrail): Promise<void> {
  const { team, user, view } = action
  const search = view?.privateMetadata
  const known = search === undefined ? undefined : (await scope.desk.searches.get(search))?.value
  // A page older than a day, or another person's page, cannot be turned.
  if (!view || search === undefined || known?.user !== user) return
  const page = await renderSearch(scope, action, { search, typed: known.typed, trail })
  await scope.views.update(team, view.id, page)
}

async function renderSearch(
  scope: DeskScope,
  person: Person,
  { search, typed, trail = { before: [] } }: { search: string; typed: string; trail?: PageTrail },
): Promise<View> {
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, person.user))
  const result = await findResult(scope, text, person, { typed, after: trail.after })
  // Mail that waits for a channel that did not accept it is found like the mail of that channel.
  const { rows } = await scope.mailStore.waitingThreads.list({ limit: WAITING_READ })
  const isWaiting = rows.some(({ value }) => value.channel === undefined)
  return buildFindModal(text, { typed, search, trail, isWaiting, result })
}

async function findResult(
  scope: DeskScope,
  text: MailText,
  person: Person,
  { typed, after }: { typed: string; after: string | undefined },
): Promise<FindView['result']> {
  const isNamed = /\bin:#?\w/i.test(typed)
  const query = parseFindQuery(typed, isNamed ? await nameChannels(scope) : new Map())
  if ('is' in query) return query
  const page = await withinDeadline(searchMail(scope, person.user, query, after))
  if (!page) return 'late'
  const found = await Promise.all(page.found.map((one) => describeFound(scope, text, person, one)))
  return { found, next: page.next }
}

/** Maps the names of channels with mail to their ids; leaves out channels that Slack does not show. */
async function nameChannels({ team, routes, people }: DeskScope): Promise<Map<string, string>> {
  const ids = listRoutedChannels(await routes.read(), routes.defaultChannel)
  const named = await Promise.all(
    ids.map(async (id) => [(await withinDeadline(people.channel(team, id)))?.name.toLowerCase() ?? '', id] as const),
  )
  return new Map(named)
}

/** Adds link and owner. Mail that only a list shows has no card yet. */
async function describeFound(scope: DeskScope, text: MailText, { user }: Person, one: FoundMail): Promise<LinkedMail> {
  const {
    team,
    cards,
    people,
    slack: { conversations },
  } = scope
  const { owner } = one.thread
  const isOthers = owner !== undefined && owner.user !== user
  const ownerName = isOthers ? await readQuietName(text, people, team, owner.user) : undefined
  if (await isHidden(scope, one.thread)) return { ...one, ownerName, link: undefined }
  // In a channel that its thread has left, a card only shows that.
  const channel = findReaderChannel(one.thread)
  const own = await cards.findNewestMessage({ team, kind: cardKinds.mail, id: one.key }, channel)
  const posted =
    own ?? (await cards.findNewestMessage({ team, kind: cardKinds.threadHead, id: one.mail.thread }, channel))
  const asked = posted && conversations.permalink(team, posted.channel, posted.ts)
  return { ...one, ownerName, link: asked && (await withinQuestionTime(LINK_TIMEOUT_MS, asked)) }
}
