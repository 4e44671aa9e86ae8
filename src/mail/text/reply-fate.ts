/** What became of a reply, where its thread says so. */
export type ReplyFate = 'notDelivered' | 'notSent' | 'unknown' | 'waiting'
