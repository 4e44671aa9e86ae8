/** The follow-ups that a run was about, for one reader. */
export interface FollowUpsDone {
  count: number
  /** The text of the first one, in one line. */
  first: string
  isReaders: boolean
}
