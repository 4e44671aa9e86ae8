/** What became of a reply, where its thread says so. */
export type ReplyFate = 'notDelivered' | 'notSent' | 'unknown' | 'waiting'

/** What people write in a thread; a new mail there is a later version of the one that began it. */
export type WrittenKind = 'replies' | 'forwards' | 'newMails'
