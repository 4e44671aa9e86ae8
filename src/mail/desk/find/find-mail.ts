import { randomUUID } from 'node:crypto'
import { answerSoon } from '../../../access/access-policy.ts'
import { withinQuestionTime } from '../../../core/question-time.ts'
import type { View } from '../../../slack/blocks/slack-message.ts'
import type { Action, Command, Submission, SubmissionAnswer } from '../../../slack/inbound/listeners.ts'
import { readQuietName } from '../../../slack/directory/quiet-name.ts'
import { selectedValue } from '../../../slack/inbound/view-state.ts'
import type { Feature } from '../../../slice.ts'
import { mailActionIds, mailCallbackIds, cardKinds } from '../../action-ids.ts'
import { listRoutedChannels } from '../../records/routing/mail-routes.ts'
import { type PageTrail, parseTrail } from '../../records/page-trail.ts'
import type { DeskServices } from '../desk-services.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { buildFindModal, FIND_BLOCK, type FindView, type LinkedMail } from './find-modal.ts'
import { parseFindQuery } from './find-query.ts'
import { type FoundMail, searchMail } from './search-mail.ts'

/** A link only helps to get there: it is not waited for. */
const LINK_TIMEOUT_MS = 400

interface Person {
  team: string
  user: string
}

/** `/mail find`: mails by their words. */
export const findMailFeature = (services: DeskServices): Feature => ({
  listen(slack) {
    slack.submit(mailCallbackIds.find, (submission) => searchAnew(services, submission))
    for (const actionId of [mailActionIds.findOlder, mailActionIds.findNewer])
      slack.action(actionId, (action) => turnPage(services, action, parseTrail(action.value ?? '')))
    slack.action(mailActionIds.findNewest, (action) => turnPage(services, action, { before: [] }))
  },
})

/** Opens the page with the first results. */
export async function openFind(services: DeskServices, command: Command, typed: string): Promise<void> {
  const search = randomUUID()
  await rememberSearch(services, command, search, typed)
  await services.views.open(command.team, command.triggerId, await renderSearch(services, command, { search, typed }))
}

const rememberSearch = ({ mailStore }: DeskServices, { team, user }: Person, search: string, typed: string) =>
  mailStore.searches(team).update(search, () => ({ user, typed }))

/** Other words, in the same page. */
async function searchAnew(services: DeskServices, submission: Submission): Promise<SubmissionAnswer> {
  const typed = selectedValue(submission.view.values[FIND_BLOCK]?.[mailActionIds.findWords] ?? {}) ?? ''
  const search = randomUUID()
  await rememberSearch(services, submission, search, typed)
  return { update: await renderSearch(services, submission, { search, typed }) }
}

async function turnPage(services: DeskServices, action: Action, trail: PageTrail): Promise<void> {
  const { team, user, view } = action
  const search = view?.privateMetadata
  const known = search === undefined ? undefined : (await services.mailStore.searches(team).get(search))?.value
  // A page that is older than a day, or somebody else's, has nothing to turn to.
  if (!view || search === undefined || known?.user !== user) return
  const page = await renderSearch(services, action, { search, typed: known.typed, trail })
  await services.views.update(team, view.id, page)
}

async function renderSearch(
  services: DeskServices,
  person: Person,
  { search, typed, trail = { before: [] } }: { search: string; typed: string; trail?: PageTrail },
): Promise<View> {
  const text = mailTextIn(await services.languages.ofPerson(person.team, person.user))
  const result = await findResult(services, text, person, { typed, after: trail.after })
  return buildFindModal(text, { typed, search, trail, result })
}

async function findResult(
  services: DeskServices,
  text: MailText,
  person: Person,
  { typed, after }: { typed: string; after: string | undefined },
): Promise<FindView['result']> {
  const isNamed = /\bin:#?\w/i.test(typed)
  const query = parseFindQuery(typed, isNamed ? await nameChannels(services, person.team) : new Map())
  if ('is' in query) return query
  const page = await answerSoon(searchMail(services, person, query, after))
  if (!page) return 'late'
  const found = await Promise.all(page.found.map((one) => describeFound(services, text, person, one)))
  return { found, next: page.next }
}

/** The channels that mail goes to, by name; those that Slack does not show are left out. */
async function nameChannels({ routes, people }: DeskServices, team: string): Promise<Map<string, string>> {
  const ids = listRoutedChannels(await routes.read(team), routes.defaultChannel)
  const named = await Promise.all(
    ids.map(async (id) => [(await answerSoon(people.channel(team, id)))?.name.toLowerCase() ?? '', id] as const),
  )
  return new Map(named)
}

/** A mail that is in a list only has no card yet. */
async function describeFound(
  services: DeskServices,
  text: MailText,
  { team, user }: Person,
  one: FoundMail,
): Promise<LinkedMail> {
  const {
    cards,
    people,
    slack: { conversations },
  } = services
  const { owner } = one.thread
  const isOthers = owner !== undefined && owner.user !== user
  const ownerName = isOthers ? await readQuietName(text, people, team, owner.user) : undefined
  const own = await cards.findNewestMessage({ team, kind: cardKinds.mail, id: one.key })
  const posted = own ?? (await cards.findNewestMessage({ team, kind: cardKinds.threadHead, id: one.mail.thread }))
  const asked = posted && conversations.permalink(team, posted.channel, posted.ts)
  return { ...one, ownerName, link: asked && (await withinQuestionTime(LINK_TIMEOUT_MS, asked)) }
}
