import type { ScopedFeature } from '../../scoped-feature.ts'
import { withinDeadline } from '../../core/question-time.ts'
import { actionsBlock, button, contextBlock, section } from '../../slack/blocks/block-builders.ts'
import { modal, staticSelect } from '../../slack/blocks/form-fields.ts'
import { channelMention } from '../../slack/blocks/mrkdwn.ts'
import type { View } from '../../slack/blocks/slack-message.ts'
import type { Action } from '../../slack/inbound/listeners.ts'
import { jobActionIds, jobCallbackIds } from '../action-ids.ts'
import type { JobScope } from '../job-scope.ts'
import { type JobText, jobTextIn } from '../text/jobs-text.ts'
import { readJobPage } from './job-page.ts'
import { renderJobRows } from './job-rows.ts'
import { formatFilter, type ListFilter, listScopes, listStates, matchesFilter, parseFilter } from './list-filter.ts'

export interface ListQuery {
  user: string
  channel: string
  filter: ListFilter
}

/** The list of jobs that `/docs jobs` and Home open. */
export const jobListFeature: ScopedFeature<JobScope> = {
  listen(slack) {
    slack.action(jobActionIds.older, updateJobList)
    slack.action(jobActionIds.newest, updateJobList)
    slack.action(jobActionIds.filter, updateJobList)
    slack.action(jobActionIds.filterWhose, updateJobList)
    slack.action(jobActionIds.all, async (scope, action) =>
      scope.views.push(action, await renderListFromValue(scope, action.user, '')),
    )
  },
}

function describeEmpty(
  text: JobText,
  { whose, state }: ListFilter,
  { isFirst, isEnd, isOutside }: { isFirst: boolean; isEnd: boolean; isOutside: boolean },
): string {
  if (!isEnd) return text.list.further
  if (isFirst && isOutside && state === 'all') return text.list.emptyOutside
  return isFirst ? text.list.empty[whose][state] : text.list.end
}

/** Renders two menus: the owner of the jobs, if there is a channel, and their states. */
function renderFilterMenus(text: JobText, { filter, channel }: ListQuery) {
  const value = (one: ListFilter): string => `${formatFilter(one)}:${channel}`
  const scopes = listScopes.map((whose) => ({ text: text.list.scopes[whose], value: value({ ...filter, whose }) }))
  const states = listStates.map((state) => ({ text: text.list.states[state], value: value({ ...filter, state }) }))
  return [
    ...(channel === '' ? [] : [staticSelect(jobActionIds.filterWhose, scopes, value(filter))]),
    staticSelect(jobActionIds.filter, states, value(filter)),
  ]
}

/** Describes the content of the list: one's own jobs, or those in a channel. */
const describeFilter = (text: JobText, { whose, state }: ListFilter, channel: string): string =>
  whose === 'mine' ? text.list.filters.mine[state] : text.list.filters.channel[state]({ channel })

/** Names the channel only for a person who may read it. */
function nameChannel(text: JobText, channel: string, isReader: boolean): string {
  if (channel.startsWith('D')) return text.list.thisConversation
  return isReader ? channelMention(channel) : text.list.thisChannel
}

/** Whether the app is known to be missing in a channel: a command there starts nothing. */
const isWithoutApp = async ({ team, slack }: JobScope, channel: string): Promise<boolean> =>
  /^[CG]/.test(channel) && (await withinDeadline(slack.conversations.hasApp(team, channel))) === false

export async function renderJobList(scope: JobScope, query: ListQuery, after?: string): Promise<View> {
  const { team } = scope
  const { user, filter, channel } = query
  const text = jobTextIn(await scope.languages.ofPerson(team, user))
  // The client returns the channel with each page.
  const isOfChannel = filter.whose === 'channel'
  const isReader = isOfChannel ? await withinDeadline(scope.access.mayRead(team, user, channel)) : false
  const page = { user, ...(isOfChannel && { channel, isReader: isReader ?? false }) }
  const { jobs, next } = await readJobPage(scope, page, { fits: (job) => matchesFilter(filter, job), after })
  const value = (id: string): string => [formatFilter(filter), channel, id].join(':')
  const isOutside = isOfChannel && jobs.length === 0 && (await isWithoutApp(scope, channel))
  const empty = describeEmpty(text, filter, { isFirst: after === undefined, isEnd: next === undefined, isOutside })
  return modal({
    callbackId: jobCallbackIds.list,
    title: text.list.title,
    close: text.form.close,
    privateMetadata: value(after ?? ''),
    blocks: [
      ...actionsBlock(
        ...renderFilterMenus(text, query),
        button({ actionId: jobActionIds.start, text: text.buttons.start }),
      ),
      ...contextBlock(describeFilter(text, filter, nameChannel(text, channel, isReader ?? false))),
      ...contextBlock(isReader === undefined && text.list.channelUnread),
      ...(await renderJobRows(scope, text, jobs)),
      // Without Slack's answer about the channel's readers, an empty list proves nothing.
      ...(jobs.length === 0 && isReader !== undefined ? [section(empty)] : []),
      ...actionsBlock(
        after !== undefined && button({ actionId: jobActionIds.newest, text: text.buttons.newest, value: value('') }),
        next !== undefined && button({ actionId: jobActionIds.older, text: text.buttons.older, value: value(next) }),
      ),
    ],
  })
}

/** Renders the list that is described by a button, a choice or the metadata of an open list: `<filter>:<channel>:<after>`. */
export function renderListFromValue(scope: JobScope, user: string, value: string): Promise<View> {
  const [filter = '', channel = '', after = ''] = value.split(':')
  return renderJobList(scope, { user, channel, filter: parseFilter(filter) }, after || undefined)
}

async function updateJobList(scope: JobScope, action: Action): Promise<void> {
  const { team, value = '', view: open } = action
  if (open) await scope.views.update(team, open.id, await renderListFromValue(scope, action.user, value), open.hash)
}
