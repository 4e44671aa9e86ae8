import { MailboxError } from '../api/error-codes.ts'
import { answerPage } from '../api/list-pages.ts'
import { createFieldReader, findByClientId } from '../api/field-reader.ts'
import {
  requireOrganizationKey,
  isOrganizationKey,
  requirePod,
  canSeePod,
  type MailRequest,
  type MailRoute,
} from '../api/route-guard.ts'
import { type Pod, type MailboxState } from '../api/mailbox-types.ts'
import { newMailId, newTimestamps } from '../api/mailbox-state.ts'

function createPod(state: MailboxState, asked: MailRequest): Pod {
  requireOrganizationKey(asked.key)
  const read = createFieldReader(asked.fields())
  const clientId = read.clientId()
  read.check()
  const same = findByClientId(state, 'pod', state.pods, clientId)
  if (same) return same
  const name = read.text('name') ?? 'Pod'
  read.check()
  const pod: Pod = {
    pod_id: newMailId('pod'),
    name,
    ...(clientId !== undefined && { client_id: clientId }),
    ...newTimestamps(),
  }
  state.pods.set(pod.pod_id, pod)
  if (clientId !== undefined) state.clientIds.set(clientId, { kind: 'pod', id: pod.pod_id })
  return pod
}

function deletePod(state: MailboxState, asked: MailRequest): void {
  const pod = requirePod(state, asked)
  requireOrganizationKey(asked.key)
  const blocker = [...state.inboxes.values()].find((inbox) => inbox.pod_id === pod.pod_id)
  if (blocker)
    throw new MailboxError('cannot_delete', {
      message: `Pod has the inbox ${blocker.inbox_id}`,
      fix: 'Delete the inboxes of the pod first.',
    })
  state.pods.delete(pod.pod_id)
  if (pod.client_id !== undefined) state.clientIds.delete(pod.client_id)
}

/** Pods, and the organization that they belong to. */
export function podRoutes(state: MailboxState): MailRoute[] {
  return [
    {
      method: 'POST',
      pattern: '/v0/pods',
      permission: 'pod_create',
      run: (asked) => ({ status: 200, body: createPod(state, asked) }),
    },
    {
      method: 'GET',
      pattern: '/v0/pods',
      permission: 'pod_read',
      run: (asked) => {
        const visible = [...state.pods.values()].filter((pod) => canSeePod(asked.key, pod.pod_id))
        return answerPage(asked.call.query, 'pods', visible, (pod) => pod)
      },
    },
    {
      method: 'GET',
      pattern: '/v0/pods/:pod_id',
      permission: 'pod_read',
      run: (asked) => ({ status: 200, body: requirePod(state, asked) }),
    },
    {
      method: 'DELETE',
      pattern: '/v0/pods/:pod_id',
      permission: 'pod_delete',
      run: (asked) => {
        deletePod(state, asked)
        return { status: 204 }
      },
    },
    {
      method: 'GET',
      pattern: '/v0/organizations',
      run: ({ key }) => {
        if (!isOrganizationKey(key)) throw new MailboxError('forbidden')
        return {
          status: 200,
          body: {
            organization_id: state.organization_id,
            inbox_count: state.inboxes.size,
            domain_count: state.domains.size,
            inbox_limit: state.account.inbox_limit,
            ...newTimestamps(),
          },
        }
      },
    },
  ]
}
