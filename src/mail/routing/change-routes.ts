import { channelMention } from '../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import type { Feature } from '../../slice.ts'
import { actionIds } from '../action-ids.ts'
import type { MailServices } from '../services.ts'
import { mailTextIn } from '../text/mail-text.ts'
import { sendPostQuarantined, sendPostThread } from './post-tasks.ts'
import { CHANNEL_OFF, type RouteChange, routeChangeTask, sendRouteChange } from './route-change-task.ts'

/** Applies the settings that admins change, and posts the mail that waited for them. */
export const changeRoutesFeature = (services: MailServices): Feature => ({
  listen(slack) {
    // The button under an alert: the app has been invited, or a route was set.
    slack.action(actionIds.postHere, ({ team, user, eventId }) =>
      sendRouteChange(services.queue, eventId, { team, user, at: services.clock.now(), change: { do: 'place' } }),
    )
  },
  tasks: [routeChangeTask.handler((change) => changeRoutes(services, change))],
})

async function changeRoutes(services: MailServices, { team, user, at, change }: RouteChange): Promise<void> {
  const { access, routes } = services
  // Posting what waits changes no setting.
  const isAllowed = change.do === 'place' ? access.mayAct : access.mayAdminister
  if (!(await isAllowed(team, user))) return
  const channel = 'channel' in change && change.channel !== CHANNEL_OFF ? change.channel : undefined
  if (channel !== undefined && !(await access.mayRead(team, user, channel))) {
    const { command } = mailTextIn(await services.languages.ofPerson(team, user))
    const message = textMessage(command.notReader(channelMention(channel)))
    return services.outbox.postDirect({ team, user, opId: `mail.setting:${user}:${at}`, message })
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
  await postWaitingMail(services, team, at)
}

/** Everything that waited for a channel is tried again; once per `round`. */
async function postWaitingMail({ mailStore, queue }: MailServices, team: string, round: number): Promise<void> {
  for await (const { id } of mailStore.waitingThreads(team).all()) await sendPostThread(queue, team, id, round)
  for await (const { id, value } of mailStore.waitingQuarantined(team).all())
    await sendPostQuarantined(queue, team, { mail: id, thread: value.thread }, round)
}
