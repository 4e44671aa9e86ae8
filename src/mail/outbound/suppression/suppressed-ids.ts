/** Action ids of the list of suppressed addresses. Frozen: open lists carry them. */
export const suppressedActionIds = {
  older: 'mail.suppressed.older',
  newer: 'mail.suppressed.newer',
  newest: 'mail.suppressed.newest',
  clear: 'mail.suppressed.clear',
} as const

/** The callback id of the list, which has nothing to submit; frozen. */
export const SUPPRESSED_CALLBACK_ID = 'mail.suppressed'
