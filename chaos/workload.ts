import { decideSends, requireApproval } from './decide-sends.ts'
import type { Fixture } from './fixture.ts'
import { redeliverSlackEvent, sendFollowUp, startByCommand, startByForm, startByMention } from './job-operations.ts'
import { continueMailThread, redeliverMailEvent, reportComplaint, startMailThread } from './mail-operations.ts'
import { answerNewMail, sendMail } from './send-operations.ts'
import { pickAt } from './person.ts'
import type { OperationKind, PlannedOperation } from './plan.ts'

/** The acts of people, customers and services; each operation records its outcome, as far as it can know. */
const OPERATIONS: Record<OperationKind, (fixture: Fixture, planned: PlannedOperation) => Promise<void>> = {
  command: startByCommand,
  mention: startByMention,
  form: startByForm,
  'follow-up': sendFollowUp,
  mail: startMailThread,
  'mail-in-thread': continueMailThread,
  reply: (fixture, planned) => sendMail(fixture, planned, 'reply'),
  'reply-all': (fixture, planned) => sendMail(fixture, planned, 'reply-all'),
  forward: (fixture, planned) => sendMail(fixture, planned, 'forward'),
  'new-mail': (fixture, planned) => sendMail(fixture, planned, 'new'),
  'answer-to-new': answerNewMail,
  approval: (fixture) => requireApproval(fixture, fixture.inboxes[0]),
  decide: async (fixture, { user }) => void (await decideSends(fixture, pickAt(fixture.people, user) ?? fixture.admin)),
  complaint: reportComplaint,
  'slack-redelivery': redeliverSlackEvent,
  'mail-redelivery': redeliverMailEvent,
}

export const executeOperation = (fixture: Fixture, planned: PlannedOperation): Promise<void> =>
  OPERATIONS[planned.kind](fixture, planned)
