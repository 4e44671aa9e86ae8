import { isAccessRefused } from './job.ts'
import type { Condition, JobAction } from './job-action.ts'

const isSilentlyWorking: Condition = (job) => job.state === 'working' && job.silentSince !== undefined

/** Whether the agent refuses the key, and nobody has notified the admins since the last attempt. */
const needsAdmins: Condition = (job) => isAccessRefused(job) && job.adminsTold !== job.attempt

/** Actions on a job whose agent doesn't answer, or refuses the project's key. */
export const outageActions = {
  check: {
    id: 'jobs.check',
    label: ({ buttons }) => buttons.check,
    needs: 'jobs.steer',
    task: 'check',
    isAllowed: (job) => job.state === 'working' && job.remoteId !== undefined,
    onCard: isSilentlyWorking,
    style: () => 'primary',
    inList: isSilentlyWorking,
  },
  tell_admins: {
    id: 'jobs.tell_admins',
    label: ({ buttons }) => buttons.tellAdmins,
    needs: 'read',
    task: 'tell_admins',
    isAllowed: isAccessRefused,
    onCard: (job) => needsAdmins(job) && (job.state === 'refused' || isSilentlyWorking(job)),
    style: (job) => (job.state === 'refused' ? 'primary' : undefined),
  },
} as const satisfies Record<string, JobAction>
