/**
 * Raise this when the words of a mail change: all mail is then indexed again in the background. The version stands in the names of the partitions, and
 * what an earlier one wrote is removed.
 */
export const INDEX_VERSION = 4

const FIRST_NUMBERED = 3

/** The beginnings of the names of the partitions that earlier versions wrote. */
export const EARLIER_PARTITIONS = [
  'mail.words-',
  ...Array.from({ length: INDEX_VERSION - FIRST_NUMBERED }, (_, n) => `mail.index${FIRST_NUMBERED + n}-`),
]
