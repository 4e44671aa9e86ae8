import { z } from 'zod'
import type { Queue } from '../../../queue/queue.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import { isQuarantined, type Mail } from '../../records/mail/mail.ts'
import { hasFacts } from './fact-sources.ts'

/** Reads what the attachments of a mail say: an appointment, contacts, why a mail did not arrive. Frozen. */
export const factsTask = taskKind('mail.facts', z.object({ team: z.string(), mail: z.string() }))

/** Has the attachments of a mail read, if its card can say more than their names; once per mail. Restricted mail is not read before its release. */
export async function sendReadFacts(queue: Queue, team: string, key: string, mail: Mail): Promise<void> {
  if (isQuarantined(mail) || !hasFacts(mail)) return
  await queue.send(factsTask.of({ team, mail: key }), { id: `mail.facts:${team}:${key}`, isBackground: true })
}
