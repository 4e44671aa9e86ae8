/** Frozen: posted messages and open forms carry these ids. Ids of buttons about one job are in `model/allowed-actions.ts`. */
export const jobActionIds = {
  /** Opens the form that starts a job. */
  start: 'jobs.new',
  /** The ⋯ menu of a card; its values are `<action>:<job id>`. */
  more: 'jobs.more',
  /** The menu of a listed job; its values are `<action>:<job id>`. */
  listed: 'jobs.listed',
  /** The two menus that filter the list by state and by owner; their values are `<filter>:<channel>`. */
  filter: 'jobs.filter',
  filterWhose: 'jobs.filter_whose',
  /** Opens the list from Home. */
  all: 'jobs.all',
  /** Buttons under a text that may not be a task: start it, or dismiss the question. The value of the first holds the text. */
  startAsked: 'jobs.start_asked',
  notAJob: 'jobs.not_a_job',
  older: 'jobs.older',
  newest: 'jobs.newest',
  uncollect: 'jobs.uncollect',
  startCollected: 'jobs.start_collected',
  /** Buttons under the answer to a command where no card can be posted; their value is the id of a draft. */
  startDirect: 'jobs.start_direct',
  startHere: 'jobs.start_here',
  startIn: 'jobs.start_in',
  /** The tick with which a person agrees to new readers; read when the form is sent. */
  agree: 'jobs.agree',
} as const

/** Frozen: the callback ids of forms and shortcuts. */
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
  /** The question before Start anyway, Dismiss and Send again, while it is unknown what became of a request. */
  ask: 'jobs.ask',
} as const
