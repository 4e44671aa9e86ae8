import type { ClearedBody, ReplyBody } from '../../src/clients/mailbox/mailbox-schemas.ts'

/** A body that counts as cleared, for tests of the mailbox's client alone. */
export const clearedBody = (body: ReplyBody): ClearedBody => body as ClearedBody
