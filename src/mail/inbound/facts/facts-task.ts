import { z } from 'zod'
import type { Queue } from '../../../queue/queue.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import { isQuarantined, type Mail } from '../../records/mail/mail.ts'
import { hasFacts } from './fact-sources.ts'

/** Reads the facts in the attachments of a mail: an appointment, contacts, or the reason for a bounce. Frozen. */
export const factsTask = taskKind('mail.facts', z.object({ team: z.string(), mail: z.string() }))

/** Requests the facts of a mail, once per mail, if there are any to show. Restricted mail is not read before its release. */
export async function sendReadFacts(queue: Queue, team: string, key: string, mail: Mail): Promise<void> {
  if (isQuarantined(mail) || !hasFacts(mail)) return
  await queue.send(factsTask.of({ team, mail: key }), { id: `mail.facts:${team}:${key}`, isBackground: true })
}
