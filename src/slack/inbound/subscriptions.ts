/** The subscriptions of the slices. Slack must be configured to send the commands, shortcuts and events, in the manifest's names. */
export interface Subscriptions {
  commands: string[]
  shortcuts: string[]
  /** By their type; every message that a person typed is `message`. */
  events: string[]
  /** Action ids of buttons and menus; a pattern matches several. */
  actions: (string | RegExp)[]
  /** Action ids of menus whose choices the app finds. */
  options: string[]
  /** Callback ids of forms. */
  submissions: string[]
  /** Callback ids of forms whose closing is listened to. */
  closings: string[]
}

export const createSubscriptions = (): Subscriptions => ({
  commands: [],
  shortcuts: [],
  events: [],
  actions: [],
  options: [],
  submissions: [],
  closings: [],
})

/** Whether a listener gets requests with this id. */
export const isListenedTo = (names: readonly (string | RegExp)[], id: string): boolean =>
  names.some((name) => (typeof name === 'string' ? name === id : name.test(id)))

/** Adds a name; throws if a request could match it and an earlier one, because Bolt would run the listeners of both. */
export function claimName<Name extends string | RegExp>(names: Name[], name: Name): void {
  if (names.some((other) => overlap(other, name))) throw new Error(`two listeners for ${name}`)
  names.push(name)
}

/** Our patterns only say how an id begins: two overlap if one begins as the other does. */
function overlap(one: string | RegExp, other: string | RegExp): boolean {
  if (typeof one === 'string') return typeof other === 'string' ? one === other : other.test(one)
  if (typeof other === 'string') return one.test(other)
  return one.source.startsWith(other.source) || other.source.startsWith(one.source)
}
