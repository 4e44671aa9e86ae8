/**
 * Frozen: messages already posted and forms already open carry these. The ids of buttons about one job are in
 * `model/allowed-actions.ts`, with everything else about them.
 */
export const jobActionIds = {
  /** Opens the form that starts a job. */
  start: 'jobs.new',
  /** The ⋯ menu of a card; its values are `<action>:<job id>`. */
  more: 'jobs.more',
  /** The menu of a listed job; its values are `<action>:<job id>`. */
  listed: 'jobs.listed',
  /** The two menus of the list, in which states and whose; their values are `<filter>:<channel>`. */
  filter: 'jobs.filter',
  filterWhose: 'jobs.filter_whose',
  /** Opens the list from Home. */
  all: 'jobs.all',
  /** Under a text that may not be a task: starts it, or puts the question away. The value of the first is what to start. */
  startAsked: 'jobs.start_asked',
  notAJob: 'jobs.not_a_job',
  older: 'jobs.older',
  newest: 'jobs.newest',
  uncollect: 'jobs.uncollect',
  startCollected: 'jobs.start_collected',
  /** Under the answer to a command where nothing can be shown; the value is the id of a draft. */
  startDirect: 'jobs.start_direct',
  startIn: 'jobs.start_in',
} as const

/** Frozen like the action ids: the callback ids of forms and shortcuts. */
export const jobCallbackIds = {
  start: 'jobs.new',
  fromMessage: 'jobs.from_message',
  collect: 'jobs.collect',
  followUp: 'jobs.follow_up',
  found: 'jobs.found',
  mirror: 'jobs.mirror',
  handOver: 'jobs.hand_over',
  prompt: 'jobs.prompt',
  list: 'jobs.list',
  details: 'jobs.one',
  collected: 'jobs.collected',
} as const
