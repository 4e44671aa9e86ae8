/** The outcome of one case, as far as the sender could see it. */
export interface CaseResult {
  index: number
  statuses: number[]
  hasRetryAfter: boolean
  end: 'closed' | 'answered' | 'refused' | 'late'
  ms: number
  /** The request was not signed by who it claims to come from. */
  mustBeRefused: boolean
  /** A complete and signed request on a connection that stayed open. */
  mustBeAnswered: boolean
  /** Words for the report: what kind of case it was. */
  label: string
}

/** Something that the log must not contain. */
export interface LogFinding {
  kind: 'secret' | 'content' | 'long line' | 'fatal'
  /** The start of the line, without what was found. */
  line: string
}

/** Something that was accepted, and its outcome. */
export interface RecoveryFinding {
  kind: 'lost' | 'doubled'
  line: string
}

/** Everything that was observed during one entrance; the judge reads nothing else. */
export interface Observations {
  entrance: string
  seed: number
  cases: number
  results: CaseResult[]
  /** A line for each process that ended by itself, with the cases that were under way. */
  exits: { line: string; cases: number[] }[]
  log: LogFinding[]
  /** Good requests that were not served. */
  failedSentinels: string[]
  servedSentinels: number
  /** Changes by forged requests. */
  forgedEffects: string[]
  /** Only of upstream answers: what was acknowledged and not shown, or shown twice. */
  recovery: RecoveryFinding[]
  /** Requests to a place that an answer named, such as the target of a redirect. */
  followed: string[]
  queue: { waiting: number; active: number; dead: number } | undefined
  health: { longestGapMs: number; unanswered: number }
  residentMb: { start: number; end: number }
  seconds: number
  /** Facts that need no judgement, such as the number of answers that nobody asked for. */
  remarks: string[]
}

export const createObservations = (entrance: string, seed: number, cases: number): Observations => ({
  entrance,
  seed,
  cases,
  results: [],
  exits: [],
  log: [],
  failedSentinels: [],
  servedSentinels: 0,
  forgedEffects: [],
  recovery: [],
  followed: [],
  queue: undefined,
  health: { longestGapMs: 0, unanswered: 0 },
  residentMb: { start: 0, end: 0 },
  seconds: 0,
  remarks: [],
})
