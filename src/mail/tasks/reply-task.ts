import { z } from 'zod'
import type { Json } from '../../core/json.ts'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { openEnum } from '../../store/open-enum.ts'
import { partySchema } from '../records/mail/mail.ts'
import { replySchema } from '../records/replies/reply.ts'
import { signatureNames } from '../records/writing-settings.ts'

const submittedReplySchema = z.object({
  team: z.string(),
  user: z.string(),
  /** The id of the submission. */
  form: z.string(),
  /** The hash of what the form had in it; absent in tasks of earlier versions. The same form can be submitted with other content. */
  version: z.string().exactOptional(),
  thread: z.string(),
  mail: z.string(),
  to: z.array(partySchema),
  cc: z.array(partySchema),
  bcc: z.array(partySchema),
  written: z.custom<Json>((value) => value !== undefined),
  files: z.array(
    z.object({ id: z.string(), name: z.string(), size: z.number().exactOptional(), by: z.string().exactOptional() }),
  ),
  /** Absent for an answer to a mail. A new mail has no `thread` and `mail`, but an `inboxId`. */
  kind: openEnum(['forward', 'new']).exactOptional(),
  inboxId: z.string().exactOptional(),
  subject: z.string().exactOptional(),
  replyTo: z.array(partySchema).exactOptional(),
  labels: z.array(z.string()).exactOptional(),
  headers: z.record(z.string(), z.string()).exactOptional(),
  /** Set if the answered mail is quoted below the text. */
  isQuoted: z.boolean().exactOptional(),
  /** Whose signature is added; absent for the usual one. */
  signature: openEnum(signatureNames).exactOptional(),
  /** Whether the thread is done once the reply was sent; absent if the form does not ask. */
  closes: z.boolean().exactOptional(),
  mailFiles: replySchema.shape.mailFiles,
  links: replySchema.shape.links,
  sendAt: z.number().exactOptional(),
  /** The hash of the mail that the writer saw in the preview; only that mail is sent. */
  previewed: z.string().exactOptional(),
  /** The job whose pull request the reply sends. */
  job: z.string().exactOptional(),
  /** The reply that this one replaces. */
  instead: z.string().exactOptional(),
  /** Set if the replaced reply was waiting for its time when the form opened: only one of the two may be sent. */
  takesBack: z.boolean().exactOptional(),
  /** Set if its form has shown that the reply of `instead` can't be replaced: this one is an email of its own. */
  isSeparate: z.boolean().exactOptional(),
  /** The newest mail of the thread that the form showed. */
  seen: z.string().exactOptional(),
  /** Where the form was opened. */
  place: z.object({ channel: z.string(), threadTs: z.string().exactOptional() }).exactOptional(),
})
/** A submitted reply form. */
export type SubmittedReply = z.infer<typeof submittedReplySchema>

/** Creates the reply of a submitted form. Frozen. */
export const replyCreationTask = taskKind('mail.reply', submittedReplySchema)

/** Names what was submitted: a form with its content. */
export const nameVersion = ({ form, version }: Pick<SubmittedReply, 'form' | 'version'>): string =>
  version === undefined ? form : `${form}:${version}`

/** Creates one reply per form, however often it is submitted; other content of the same form comes after it. Durable when it resolves. */
export const sendCreateReply = (queue: Queue, submitted: SubmittedReply): Promise<void> =>
  queue.send(replyCreationTask.of(submitted), {
    id: `mail.reply:${submitted.team}:${nameVersion(submitted)}`,
    lane: `mail.form:${submitted.team}:${submitted.form}`,
  })
