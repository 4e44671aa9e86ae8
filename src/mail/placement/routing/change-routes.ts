import type { Act } from '../../../access/authorize.ts'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import type { AccessAction } from '../../../access/actions.ts'
import { channelMention } from '../../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import { type ActingPerson, buildSetupAct, formatInboxId } from '../../access/mail-acts.ts'
import { mailActionIds } from '../../action-ids.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import { changePlacement } from '../change-placement.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { explainChannelProblem } from '../../text/channel-problems.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { checkChosenChannel } from './channel-check.ts'
import { listWaitingFor } from './routing-alarms.ts'
import { sendPostQuarantined, sendPostThread } from '../../tasks/post-tasks.ts'
import { CHANNEL_OFF, type RouteChange, routeChangeTask, sendRouteChange } from '../../tasks/route-change-task.ts'

/** Applies the settings that admins change, and posts the mail that waited for them. */
export const changeRoutesFeature: ScopedFeature<PlacementScope> = {
  listen(slack) {
    // The button of an alert: the app was invited, or a route was set.
    slack.action(mailActionIds.postHere, (scope, { team, user, eventId, message }) =>
      sendRouteChange(scope.queue, eventId, {
        team,
        user,
        at: scope.clock.now(),
        ...(message && { channel: message.channel }),
        ...(message?.threadTs && { threadTs: message.threadTs }),
        change: { do: 'place' },
      }),
    )
    slack.action(/^mail\.place_in:/, async (scope, { team, user, eventId, actionId, value, message }) => {
      if (!value) return
      await sendRouteChange(scope.queue, eventId, {
        team,
        user,
        at: scope.clock.now(),
        ...(message && { channel: message.channel }),
        change: { do: 'place_in', alarm: actionId.slice(`${mailActionIds.placeIn}:`.length), channel: value },
      })
    })
  },
  tasks: [scopedHandler(routeChangeTask, changeRoutes)],
}

/** The access that each change needs. Posting waiting mail changes no setting: the mail goes where the routes lead. */
const needs: Record<RouteChange['change']['do'], AccessAction> = {
  route: 'mail.administer',
  quarantine: 'mail.administer',
  hold: 'mail.administer',
  place_in: 'mail.administer',
  place: 'mail.reply',
}

/** Describes a change of a setting, for the listener and for its task; without an inbox, of all inboxes. */
export const buildRouteAct = (
  scope: PlacementScope,
  actor: ActingPerson,
  verb: RouteChange['change']['do'],
  inboxId?: string,
): Promise<Act> => buildSetupAct(scope, actor, { action: needs[verb], verb }, inboxId)

async function changeRoutes(scope: PlacementScope, request: RouteChange): Promise<void> {
  const { team, user, at, change, channel: askedIn, threadTs } = request
  const { access, routes } = scope
  const requester = { team, user, opId: `mail.setting:${user}:${at}`, channel: askedIn, threadTs }
  const act = await buildRouteAct(scope, requester, change.do, 'inboxId' in change ? change.inboxId : undefined)
  const permission = await scope.authorizer.ask(act)
  if (permission.is !== 'allowed') return replyToRequester(scope, requester, permission.message)
  const channel = 'channel' in change && change.channel !== CHANNEL_OFF ? change.channel : undefined
  if (channel !== undefined && !(await access.mayRead(team, user, channel))) {
    const { command } = mailTextIn(await scope.languages.ofPerson(team, user))
    await scope.authorizer.recordAct(act, { outcome: 'refused' })
    return replyToRequester(scope, requester, textMessage(command.notReader({ channel: channelMention(channel) })))
  }
  let isPublic = false
  switch (change.do) {
    case 'route':
      if (change.channel === CHANNEL_OFF) await routes.removeRoute(change.inboxId)
      else await routes.setRoute({ inboxId: change.inboxId, channel: change.channel, by: user, at })
      break
    case 'quarantine':
      await routes.setQuarantine(change.channel === CHANNEL_OFF ? undefined : { channel: change.channel, by: user, at })
      break
    case 'hold':
      await routes.setHold({ inboxId: change.inboxId, holdMs: change.seconds * 1000, by: user, at })
      break
    case 'place_in': {
      const moved = await moveWaitingMail(scope, requester, { ...change, at })
      if ('problem' in moved) return replyToRequester(scope, requester, moved.problem)
      isPublic = moved.isPublic
      break
    }
    case 'place':
      await routes.recordRetry(at)
  }
  await scope.authorizer.recordAct(act)
  const waiting = await postWaitingMail(scope, at)
  const { alerts, command } = mailTextIn(await scope.languages.ofPerson(team, user))
  if (change.do === 'place_in') {
    const named = { channel: channelMention(change.channel) }
    const lines = [alerts.moved(named), ...(isPublic ? [command.public(named)] : [])]
    await replyToRequester(scope, requester, textMessage(lines.join('\n')))
  }
  if (change.do === 'place' && waiting === 0) await replyToRequester(scope, requester, alerts.nothingWaits)
}

/**
 * Sends the mail that waits because of an alarm to another channel, and redirects further mail of the channel in trouble. Returns whether everyone in
 * the workspace can read it there, or a sentence if it cannot be moved.
 */
async function moveWaitingMail(
  scope: PlacementScope,
  { user }: ActingPerson,
  { alarm, channel, at }: { alarm: string; channel: string; at: number },
): Promise<{ problem: string } | { isPublic: boolean }> {
  const { team, mailStore, routes } = scope
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const chosen = await checkChosenChannel(scope, user, channel)
  if (chosen.problem) return { problem: explainChannelProblem(text, chosen.problem, chosen.channel?.name) }
  const { threads, quarantined, inboxes } = await listWaitingFor(scope, alarm)
  // The alert stays in Slack after its channel is in order. An earlier attempt may also have begun to move the mail.
  const isRepeat = (await routes.read()).retriedAt === at
  if (threads.length + quarantined.length === 0 && !isRepeat) return { problem: text.alerts.solved }
  await routes.recordRetry(at)
  // An inbox whose mail came there by a rule keeps its own route.
  const isWayOfInbox = alarm === routes.defaultChannel || inboxes.some((one) => formatInboxId(scope, one) === alarm)
  await routes.moveChannel({ from: alarm, to: channel, inboxes: isWayOfInbox ? inboxes : [], by: user, at })
  // Noted on the waiting mail: an attempt on its way to the old channel ends first.
  for (const id of threads) await changePlacement(scope, id, { do: 'redirect', to: channel, by: user, at })
  for (const id of quarantined)
    await mailStore.waitingQuarantined.update(id, (now) => now && { ...now, movedTo: channel })
  return { isPublic: !chosen.channel.isPrivate }
}

/** Tries all waiting mail again, once per `round`. Resolves to the number of threads and quarantined mails. */
export async function postWaitingMail({ team, mailStore, queue }: PlacementScope, round: number): Promise<number> {
  let waiting = 0
  for await (const { id } of mailStore.waitingThreads.all()) {
    await sendPostThread(queue, team, id, round)
    waiting++
  }
  for await (const { id, value } of mailStore.waitingQuarantined.all()) {
    await sendPostQuarantined(queue, team, { mail: id, thread: value.thread }, round)
    waiting++
  }
  return waiting
}
