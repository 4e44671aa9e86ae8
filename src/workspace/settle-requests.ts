import type { AccessPolicy } from '../access/access-policy.ts'
import { type AccessRequestRecord, accessRequests, nameRequestPost } from '../access/access-requests.ts'
import type { WhomToAskServices } from '../access/whom-to-ask.ts'
import { accessTextIn } from '../access/text/access-text.ts'
import { describeGrantedRequest } from '../access/text/refusal-sentences.ts'
import type { Languages } from '../slack/directory/languages.ts'
import { readQuietName } from '../slack/directory/quiet-name.ts'
import { textMessage } from '../slack/blocks/text-message.ts'
import type { Outbox } from '../slack/outbox/outbox.ts'
import type { Feature } from '../slice.ts'
import type { Store } from '../store/store.ts'
import { settleRequestsTask } from './settle-requests-task.ts'

export interface SettleServices {
  access: Pick<AccessPolicy, 'decide'>
  people: WhomToAskServices['people']
  store: Store
  outbox: Outbox
  languages: Languages
}

/** Closes requests for access after a change of permissions. */
export const settleRequestsFeature = (services: SettleServices): Feature => ({
  tasks: [settleRequestsTask.handler((settle) => settleRequests(services, settle))],
})

/** Closes every request whose act is allowed by now: its messages name the person who allowed it, and the requester reads that they may go on. */
async function settleRequests(services: SettleServices, { team, by }: { team: string; by: string }): Promise<void> {
  const requests = accessRequests(services.store, team)
  for await (const { id, value } of requests.all()) {
    if (value.askedAt === undefined || value.grantedBy !== undefined) continue
    if (!(await services.access.decide({ ...value, team })).isAllowed) continue
    // Repeated after a crash, each message is sent and edited once.
    await showGranted(services, { team, id, request: value, by })
    await requests.update(id, (now) => now && { ...now, grantedBy: now.grantedBy ?? by })
  }
}

async function showGranted(
  services: SettleServices,
  { team, id, request, by }: { team: string; id: string; request: AccessRequestRecord; by: string },
): Promise<void> {
  const { outbox, people, languages } = services
  const { user, action, verb, object, receivers = [] } = request
  for (const { is, id: receiver } of receivers) {
    const text = accessTextIn(
      await (is === 'person' ? languages.ofPerson(team, receiver) : languages.ofWorkspace(team)),
    )
    const [who, name] = [await readQuietName(text, people, team, user), await readQuietName(text, people, team, by)]
    const message = textMessage(describeGrantedRequest(text, { who, action, verb, objectKind: object.kind }, name))
    await outbox.replace({ team, opId: nameRequestPost(id, receiver), message })
  }
  if (receivers.length === 0) return
  const text = accessTextIn(await languages.ofPerson(team, user))
  const given = text.granted({ action: text.actions[action].name, by: await readQuietName(text, people, team, by) })
  await outbox.postDirect({ team, user, opId: `access.granted:${id}`, message: textMessage(given) })
}
