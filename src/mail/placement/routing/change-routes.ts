import type { AccessAction } from '../../../access/actions.ts'
import { channelMention } from '../../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import type { Feature } from '../../../slice.ts'
import { type ActingPerson, buildSetupAct, findRefusal, formatInboxId, type MailAct } from '../../access/mail-acts.ts'
import { mailActionIds } from '../../action-ids.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import type { PlacementServices } from '../placement-services.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { checkChosenChannel } from './channel-check.ts'
import { listWaitingFor } from './routing-alarms.ts'
import { sendPostQuarantined, sendPostThread } from '../../tasks/post-tasks.ts'
import { CHANNEL_OFF, type RouteChange, routeChangeTask, sendRouteChange } from '../../tasks/route-change-task.ts'

/** Applies the settings that admins change, and posts the mail that waited for them. */
export const changeRoutesFeature = (services: PlacementServices): Feature => ({
  listen(slack) {
    // The button under an alert: the app has been invited, or a route was set.
    slack.action(mailActionIds.postHere, ({ team, user, eventId, message }) =>
      sendRouteChange(services.queue, eventId, {
        team,
        user,
        at: services.clock.now(),
        ...(message && { channel: message.channel }),
        ...(message?.threadTs && { threadTs: message.threadTs }),
        change: { do: 'place' },
      }),
    )
    slack.action(/^mail\.place_in:/, async ({ team, user, eventId, actionId, value, message }) => {
      if (!value) return
      await sendRouteChange(services.queue, eventId, {
        team,
        user,
        at: services.clock.now(),
        ...(message && { channel: message.channel }),
        change: { do: 'place_in', alarm: actionId.slice(`${mailActionIds.placeIn}:`.length), channel: value },
      })
    })
  },
  tasks: [routeChangeTask.handler((change) => changeRoutes(services, change))],
})

/** What each change needs. Posting what waits sets nothing up: it goes where the routes lead. */
const needs: Record<RouteChange['change']['do'], AccessAction> = {
  route: 'mail.administer',
  quarantine: 'mail.administer',
  hold: 'mail.administer',
  place_in: 'mail.administer',
  place: 'mail.reply',
}

/** A setting that a person is about to change, for the listener and for its task; without an inbox, that of all of them. */
export const buildRouteAct = (
  services: PlacementServices,
  actor: ActingPerson,
  verb: RouteChange['change']['do'],
  inboxId?: string,
): Promise<MailAct> => buildSetupAct(services, actor, { action: needs[verb], verb }, inboxId)

async function changeRoutes(services: PlacementServices, request: RouteChange): Promise<void> {
  const { team, user, at, change, channel: askedIn, threadTs } = request
  const { access, routes } = services
  const requester = { team, user, opId: `mail.setting:${user}:${at}`, channel: askedIn, threadTs }
  const act = await buildRouteAct(services, requester, change.do, 'inboxId' in change ? change.inboxId : undefined)
  const refusal = await findRefusal(services, act)
  if (refusal) return replyToRequester(services, requester, refusal)
  const channel = 'channel' in change && change.channel !== CHANNEL_OFF ? change.channel : undefined
  if (channel !== undefined && !(await access.mayRead(team, user, channel))) {
    const { command } = mailTextIn(await services.languages.ofPerson(team, user))
    await services.authorizer.recordAct(act, { outcome: 'refused' })
    return replyToRequester(services, requester, textMessage(command.notReader(channelMention(channel))))
  }
  switch (change.do) {
    case 'route':
      if (change.channel === CHANNEL_OFF) await routes.removeRoute(team, change.inboxId)
      else await routes.setRoute(team, { inboxId: change.inboxId, channel: change.channel, by: user, at })
      break
    case 'quarantine':
      await routes.setQuarantine(
        team,
        change.channel === CHANNEL_OFF ? undefined : { channel: change.channel, by: user, at },
      )
      break
    case 'hold':
      await routes.setHold(team, { inboxId: change.inboxId, holdMs: change.seconds * 1000, by: user, at })
      break
    case 'place_in': {
      const problem = await moveWaitingMail(services, requester, { ...change, at })
      if (problem) return replyToRequester(services, requester, problem)
      break
    }
    case 'place':
      await routes.recordRetry(team, at)
  }
  await services.authorizer.recordAct(act)
  const waiting = await postWaitingMail(services, team, at)
  const { alerts } = mailTextIn(await services.languages.ofPerson(team, user))
  if (change.do === 'place_in')
    await replyToRequester(services, requester, textMessage(alerts.moved(channelMention(change.channel))))
  if (change.do === 'place' && waiting === 0) await replyToRequester(services, requester, alerts.nothingWaits)
}

/** Sends what waits because of an alarm elsewhere, and with it what the channel in trouble would get. Returns why it cannot, in words. */
async function moveWaitingMail(
  services: PlacementServices,
  { team, user }: ActingPerson,
  { alarm, channel, at }: { alarm: string; channel: string; at: number },
): Promise<string | undefined> {
  const { mailStore, routes } = services
  const { alerts, channelProblems } = mailTextIn(await services.languages.ofPerson(team, user))
  const chosen = await checkChosenChannel(services, { team, user }, channel)
  if (chosen.problem) return channelProblems[chosen.problem](chosen.channel?.name ?? '')
  const { threads, quarantined, inboxes } = await listWaitingFor(services, team, alarm)
  // The message stays in Slack: by now its channel may be in order. Unless an earlier attempt has begun to move its mail.
  const isRepeat = (await routes.read(team)).retriedAt === at
  if (threads.length + quarantined.length === 0 && !isRepeat) return alerts.solved
  await routes.recordRetry(team, at)
  // An inbox whose mail a rule sent there still goes where it went.
  const isWayOfInbox = alarm === routes.defaultChannel || inboxes.some((one) => formatInboxId(services, one) === alarm)
  await routes.moveChannel(team, { from: alarm, to: channel, inboxes: isWayOfInbox ? inboxes : [], by: user, at })
  // Noted where it waits: an attempt that is on its way to the old channel ends first.
  for (const id of threads)
    await mailStore.waitingThreads(team).update(id, (now) => now && { ...now, moved: { to: channel, by: user, at } })
  for (const id of quarantined)
    await mailStore.waitingQuarantined(team).update(id, (now) => now && { ...now, movedTo: channel })
  return undefined
}

/** Everything that waited for a channel is tried again; once per `round`. Resolves to how much that is. */
export async function postWaitingMail(
  { mailStore, queue }: PlacementServices,
  team: string,
  round: number,
): Promise<number> {
  let waiting = 0
  for await (const { id } of mailStore.waitingThreads(team).all()) {
    await sendPostThread(queue, team, id, round)
    waiting++
  }
  for await (const { id, value } of mailStore.waitingQuarantined(team).all()) {
    await sendPostQuarantined(queue, team, { mail: id, thread: value.thread }, round)
    waiting++
  }
  return waiting
}
