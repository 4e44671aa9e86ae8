export const JOB_CARD = 'jobs.card'

/** Frozen: copies in other channels are named by it. */
export const MIRROR_PREFIX = 'mirror-'

/** Frozen: a card posted anew is a copy by this name. */
export const headCopyName = (head: number): string => `head-${head}`
