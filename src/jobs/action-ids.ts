/** Frozen: cards already posted and forms already open carry these. A button's value is the job's id. */
export const actionIds = {
  undo: 'jobs.undo',
  cancel: 'jobs.cancel',
  pullRequest: 'jobs.pull_request',
  followUp: 'jobs.follow_up',
  prompt: 'jobs.prompt',
  retry: 'jobs.retry',
  edit: 'jobs.edit',
  found: 'jobs.found',
  anyway: 'jobs.anyway',
  drop: 'jobs.drop',
  continue: 'jobs.continue',
  watch: 'jobs.watch',
  check: 'jobs.check',
  postHere: 'jobs.post_here',
  /** A menu; its values are `<verb>:<job id>`. */
  more: 'jobs.more',
  /** Buttons and a menu; their values are `<job id>:<project key>`. */
  pick: 'jobs.pick',
  pickOther: 'jobs.pick_other',
  tellAdmins: 'jobs.tell_admins',
  start: 'jobs.new',
  word: 'jobs.word',
  sendAgain: 'jobs.send_again',
  /** A menu beside a job in a list; its values are `<verb>:<job id>`. */
  listed: 'jobs.listed',
  /** A menu in the list; its values are `<filter>:<channel>`. */
  filter: 'jobs.filter',
  /** Opens the list from Home. */
  all: 'jobs.all',
  older: 'jobs.older',
  newest: 'jobs.newest',
  uncollect: 'jobs.uncollect',
  startCollected: 'jobs.start_collected',
  /** Both stop the hold and open the form; two names for what a person is looking for. */
  trim: 'jobs.trim',
  project: 'jobs.project',
  elsewhere: 'jobs.elsewhere',
  /** Under an answer to a command where nothing can be shown; the value is the draft's id. */
  startDirect: 'jobs.start_direct',
  startIn: 'jobs.start_in',
  showDirect: 'jobs.show_direct',
  untell: 'jobs.untell',
  instead: 'jobs.instead',
  dropFollowUp: 'jobs.drop_follow_up',
} as const

export const callbackIds = {
  start: 'jobs.new',
  fromMessage: 'jobs.from_message',
  collect: 'jobs.collect',
  followUp: 'jobs.follow_up',
  found: 'jobs.found',
  mirror: 'jobs.mirror',
  handOver: 'jobs.hand_over',
  prompt: 'jobs.prompt',
  list: 'jobs.list',
  one: 'jobs.one',
  collected: 'jobs.collected',
} as const
