import type { AccessAction } from '../../access/actions.ts'
import { channelMention } from '../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import type { Feature } from '../../slice.ts'
import { type ActingPerson, buildSetupAct, findRefusal, type MailAct } from '../access/mail-acts.ts'
import { actionIds } from '../action-ids.ts'
import { replyToRequester } from '../notify/requester-reply.ts'
import type { MailServices } from '../services.ts'
import { mailTextIn } from '../text/mail-text.ts'
import { sendPostQuarantined, sendPostThread } from './post-tasks.ts'
import { CHANNEL_OFF, type RouteChange, routeChangeTask, sendRouteChange } from './route-change-task.ts'

/** Applies the settings that admins change, and posts the mail that waited for them. */
export const changeRoutesFeature = (services: MailServices): Feature => ({
  listen(slack) {
    // The button under an alert: the app has been invited, or a route was set.
    slack.action(actionIds.postHere, ({ team, user, eventId, message }) =>
      sendRouteChange(services.queue, eventId, {
        team,
        user,
        at: services.clock.now(),
        ...(message && { channel: message.channel }),
        ...(message?.threadTs && { threadTs: message.threadTs }),
        change: { do: 'place' },
      }),
    )
  },
  tasks: [routeChangeTask.handler((change) => changeRoutes(services, change))],
})

/** What each change needs. Posting what waits sets nothing up: it goes where the routes lead. */
const needs: Record<RouteChange['change']['do'], AccessAction> = {
  route: 'mail.administer',
  quarantine: 'mail.administer',
  hold: 'mail.administer',
  place: 'mail.reply',
}

/** A setting that a person is about to change, for the listener and for its task; without an inbox, that of all of them. */
export const buildRouteAct = (
  services: MailServices,
  actor: ActingPerson,
  verb: RouteChange['change']['do'],
  inboxId?: string,
): Promise<MailAct> => buildSetupAct(services, actor, { action: needs[verb], verb }, inboxId)

async function changeRoutes(services: MailServices, request: RouteChange): Promise<void> {
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
    case 'place':
  }
  await services.authorizer.recordAct(act)
  await postWaitingMail(services, team, at)
}

/** Everything that waited for a channel is tried again; once per `round`. */
export async function postWaitingMail({ mailStore, queue }: MailServices, team: string, round: number): Promise<void> {
  for await (const { id } of mailStore.waitingThreads(team).all()) await sendPostThread(queue, team, id, round)
  for await (const { id, value } of mailStore.waitingQuarantined(team).all())
    await sendPostQuarantined(queue, team, { mail: id, thread: value.thread }, round)
}
