import type { Act } from '../../../access/authorize.ts'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import type { AccessAction } from '../../../access/actions.ts'
import { channelMention } from '../../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import { type ActingPerson, buildMoveAct, buildRuleAct, buildSetupAct, formatInboxId } from '../../access/mail-acts.ts'
import { mailActionIds } from '../../action-ids.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import { changePlacement } from '../change-placement.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { explainChannelProblem } from '../../text/channel-problems.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { checkChosenChannel, findRemainingProblem } from './channel-check.ts'
import { describeMove } from './describe-move.ts'
import { listAlarms, listWaitingFor, type RoutingAlarm, summarizeAlarm } from './routing-alarms.ts'
import { recordRetry } from './unroutable-alert.ts'
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
  let answer: string | Message | undefined
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
      answer = moved.answer
      break
    }
    case 'place':
      answer = await retryAlarms(scope, requester, at)
  }
  await scope.authorizer.recordAct(change.do === 'place_in' ? buildMoveAct(act, change.alarm, change.channel) : act)
  await postWaitingMail(scope, at)
  if (answer !== undefined) await replyToRequester(scope, requester, answer)
}

/**
 * Has the admins alerted again if mail whose channel seems to accept it fails again. Returns what still keeps other mail waiting, or that none waits.
 */
async function retryAlarms(
  scope: PlacementScope,
  { user }: ActingPerson,
  at: number,
): Promise<string | Message | undefined> {
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  const alarms = await listAlarms(scope)
  if (alarms.length === 0) return text.alerts.nothingWaits
  const problems: string[] = []
  for (const { alarm } of alarms) {
    const code = await findAlarmProblem(scope, alarm)
    if (code === undefined) await recordRetry(scope, alarm.id, at)
    else problems.push(summarizeAlarm(text, { ...alarm, problem: { ...alarm.problem, code } }))
  }
  return problems.length === 0
    ? undefined
    : textMessage(problems.map((problem) => text.alerts.stillWaits({ problem })).join('\n'))
}

/** Returns the code of what keeps the mail of an alarm waiting now; undefined if nothing is known to. */
async function findAlarmProblem(
  scope: PlacementScope,
  { inboxId, problem }: RoutingAlarm,
): Promise<string | undefined> {
  const { channel, code } = problem
  if (channel !== undefined) return findRemainingProblem(scope, { channel, code })
  return (await scope.routes.listInboxChannels(inboxId)).length === 0 ? code : undefined
}

/**
 * Sends the mail that waits because of an alarm to another channel, and redirects further mail of the channel in trouble until someone changes the
 * routes. Returns an answer that names what is redirected, or a sentence if nothing can be moved.
 */
async function moveWaitingMail(
  scope: PlacementScope,
  requester: ActingPerson,
  { alarm, channel, at }: { alarm: string; channel: string; at: number },
): Promise<{ problem: string } | { answer: Message }> {
  const { mailStore, routes } = scope
  const { user } = requester
  const { sentAlarms } = scope.placement
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  const chosen = await checkChosenChannel(scope, user, channel)
  if (chosen.problem) return { problem: explainChannelProblem(text, chosen.problem, chosen.channel?.name) }
  const { threads, quarantined, inboxes } = await listWaitingFor(scope, alarm)
  const move = { to: channel, by: user, at }
  const earlier = (await sentAlarms.get(alarm))?.value
  // The alert stays in Slack after its channel is in order. An earlier attempt may also have begun to move the mail.
  if (threads.length + quarantined.length === 0 && earlier?.moved?.at !== at) return { problem: text.alerts.solved }
  const isOfInbox = inboxes.some((one) => formatInboxId(scope, one) === alarm)
  const from = earlier ? earlier.channel : isOfInbox ? undefined : alarm
  const about = { inboxId: inboxes[0] ?? '', ...(from !== undefined && { channel: from }), messages: [] }
  await sentAlarms.update(alarm, (known) => ({ ...(known ?? about), moved: move }))
  await recordRetry(scope, channel, at)
  // An inbox whose mail came there by a rule keeps its own route.
  const isWayOfInbox = alarm === routes.defaultChannel || isOfInbox
  await routes.moveChannel({ from: alarm, inboxes: isWayOfInbox ? inboxes : [], ...move })
  for (const rule of (await routes.read()).mailRules.filter(
    (one) => one.channel === channel && one.changed?.at === at,
  )) {
    const actor = { ...requester, opId: `${requester.opId}:${rule.id}` }
    await scope.authorizer.recordAct(await buildRuleAct(scope, actor, 'rule_edit', rule.id))
  }
  // Noted on the waiting mail: an attempt on its way to the old channel ends first.
  for (const id of threads) await changePlacement(scope, id, { do: 'redirect', ...move })
  for (const id of quarantined)
    await mailStore.waitingQuarantined.update(id, (now) => now && { ...now, movedTo: channel })
  const named = { channel: channelMention(channel) }
  const lines = [
    text.alerts.moved(named),
    ...describeMove(text, await routes.read(), move, from),
    ...(chosen.channel.isPrivate ? [] : [text.command.public(named)]),
  ]
  return { answer: textMessage(lines.join('\n')) }
}

/** Tries all waiting mail again, once per `round`. */
export async function postWaitingMail({ team, mailStore, queue }: PlacementScope, round: number): Promise<void> {
  for await (const { id } of mailStore.waitingThreads.all()) {
    await sendPostThread(queue, team, id, round)
  }
  for await (const { id, value } of mailStore.waitingQuarantined.all()) {
    await sendPostQuarantined(queue, team, { mail: id, thread: value.thread }, round)
  }
}
