import { answerSoon } from '../../access/access-policy.ts'
import type { Feature } from '../../slice.ts'
import { actionsBlock, button, contextBlock, section } from '../../slack/blocks/block-builders.ts'
import { modal, staticSelect } from '../../slack/blocks/form-fields.ts'
import { channelMention } from '../../slack/blocks/mrkdwn.ts'
import type { View } from '../../slack/blocks/slack-message.ts'
import type { Action } from '../../slack/inbound/listeners.ts'
import { jobActionIds, jobCallbackIds } from '../action-ids.ts'
import type { JobServices } from '../services.ts'
import { type JobText, jobTextIn } from '../text/jobs-text.ts'
import { readJobPage } from './job-page.ts'
import { renderJobRows } from './job-rows.ts'
import { formatFilter, type ListFilter, listScopes, listStates, matchesFilter, parseFilter } from './list-filter.ts'

export interface ListScope {
  team: string
  user: string
  channel: string
  filter: ListFilter
}

/** The list of jobs that `/docs jobs` and Home open. */
export function jobListFeature(services: JobServices): Feature {
  return {
    listen(slack) {
      const turnPage = (action: Action) => updateJobList(services, action)
      slack.action(jobActionIds.older, turnPage)
      slack.action(jobActionIds.newest, turnPage)
      slack.action(jobActionIds.filter, turnPage)
      slack.action(jobActionIds.filterWhose, turnPage)
      slack.action(jobActionIds.all, async (action) =>
        services.views.push(action, await renderListFromValue(services, action, '')),
      )
    },
  }
}

/** Why a list is empty. */
function describeEmpty(
  text: JobText,
  { whose, state }: ListFilter,
  { isFirst, isEnd }: { isFirst: boolean; isEnd: boolean },
): string {
  if (!isEnd) return text.list.further
  return isFirst ? text.list.empty[whose][state] : text.list.end
}

/** Two menus: whose jobs, where there is a channel, and in which states. */
function renderFilterMenus(text: JobText, { filter, channel }: ListScope) {
  const value = (one: ListFilter): string => `${formatFilter(one)}:${channel}`
  const scopes = listScopes.map((whose) => ({ text: text.list.scopes[whose], value: value({ ...filter, whose }) }))
  const states = listStates.map((state) => ({ text: text.list.states[state], value: value({ ...filter, state }) }))
  return [
    ...(channel === '' ? [] : [staticSelect(jobActionIds.filterWhose, scopes, value(filter))]),
    staticSelect(jobActionIds.filter, states, value(filter)),
  ]
}

/** By its name only for somebody who may read it. */
function nameChannel(text: JobText, channel: string, isReader: boolean): string {
  if (channel.startsWith('D')) return text.list.thisConversation
  return isReader ? channelMention(channel) : text.list.thisChannel
}

export async function renderJobList(services: JobServices, scope: ListScope, after?: string): Promise<View> {
  const { team, user, filter, channel } = scope
  const text = jobTextIn(await services.languages.ofPerson(team, user))
  // The channel comes back from the client with each page.
  const isOfChannel = filter.whose === 'channel'
  const isReader = isOfChannel ? await answerSoon(services.access.mayRead(team, user, channel)) : false
  const pageScope = { team, user, ...(isOfChannel && { channel, isReader: isReader ?? false }) }
  const { jobs, next } = await readJobPage(services, pageScope, { fits: (job) => matchesFilter(filter, job), after })
  const value = (id: string): string => [formatFilter(filter), channel, id].join(':')
  const empty = describeEmpty(text, filter, { isFirst: after === undefined, isEnd: next === undefined })
  return modal({
    callbackId: jobCallbackIds.list,
    title: text.list.title,
    close: text.form.close,
    privateMetadata: value(after ?? ''),
    blocks: [
      ...actionsBlock(
        ...renderFilterMenus(text, scope),
        button({ actionId: jobActionIds.start, text: text.buttons.start }),
      ),
      ...contextBlock(text.list.filters[filter.whose][filter.state](nameChannel(text, channel, isReader ?? false))),
      ...contextBlock(isReader === undefined && text.list.channelUnread),
      ...(await renderJobRows(services, text, jobs)),
      // While Slack does not say who may read the channel, nobody can say that it has no jobs.
      ...(jobs.length === 0 && isReader !== undefined ? [section(empty)] : []),
      ...actionsBlock(
        after !== undefined && button({ actionId: jobActionIds.newest, text: text.buttons.newest, value: value('') }),
        next !== undefined && button({ actionId: jobActionIds.older, text: text.buttons.older, value: value(next) }),
      ),
    ],
  })
}

/** The list that a button, a choice or the metadata of an open list describes: `<filter>:<channel>:<after>`. */
export function renderListFromValue(
  services: JobServices,
  { team, user }: { team: string; user: string },
  value: string,
): Promise<View> {
  const [filter = '', channel = '', after = ''] = value.split(':')
  return renderJobList(services, { team, user, channel, filter: parseFilter(filter) }, after || undefined)
}

async function updateJobList(services: JobServices, action: Action): Promise<void> {
  const { team, value = '', view: open } = action
  if (open) await services.views.update(team, open.id, await renderListFromValue(services, action, value), open.hash)
}
