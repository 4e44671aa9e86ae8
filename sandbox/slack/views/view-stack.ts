import { initialValues } from '../blocks/form-fields.ts'
import { validateView } from '../blocks/validate-blocks.ts'
import { completed, spotsIn } from '../blocks/block-tree.ts'
import { SlackError } from '../api/slack-errors.ts'
import { id, shortId, triggerId, viewHash } from '../workspace/slack-ids.ts'
import {
  isFields,
  textField,
  type App,
  type Block,
  type Fields,
  type Trigger,
  type View,
  type World,
} from '../workspace/workspace-types.ts'

/** Triggers live for three seconds of real time and open one view. */
const TRIGGER_MS = 3000
const STACK_MOST = 3
const TITLES = ['title', 'submit', 'close'] as const

/** A view as Slack returns it and puts it into payloads. */
export function viewObject(world: World, view: View): Fields {
  const { fields } = view
  const titles = Object.fromEntries(
    TITLES.map((name) => [name, isFields(fields[name]) ? { emoji: true, ...fields[name] } : null]),
  )
  return {
    id: view.id,
    team_id: world.team.id,
    type: view.type,
    blocks: view.blocks,
    private_metadata: textField(fields, 'private_metadata') ?? '',
    callback_id: textField(fields, 'callback_id') ?? '',
    state: { values: view.typed },
    hash: view.hash,
    ...titles,
    clear_on_close: fields['clear_on_close'] === true,
    notify_on_close: fields['notify_on_close'] === true,
    previous_view_id: view.previous ?? null,
    root_view_id: view.root,
    app_id: view.app.id,
    external_id: textField(fields, 'external_id') ?? '',
    app_installed_team_id: world.team.id,
    bot_id: view.app.botId,
  }
}

/** What an interaction gives the app to open a modal with. */
export function trigger(world: World, made: Omit<Trigger, 'at' | 'used'>): string {
  const name = triggerId()
  const now = Date.now()
  for (const [old, { at }] of world.triggers) {
    if (now - at < 20 * TRIGGER_MS) break
    world.triggers.delete(old)
  }
  world.triggers.set(name, { ...made, at: now, used: false })
  return name
}

/** The trigger behind an id, if this app may still use it; it is spent by `spend`. */
export function pulled(world: World, app: App, name: string): Trigger {
  const found = world.triggers.get(name)
  if (!found || found.app !== app)
    throw new SlackError('invalid_arguments', { response_metadata: { messages: ['invalid `trigger_id`'] } })
  if (found.used) throw new SlackError('exchanged_trigger_id')
  if (Date.now() - found.at > TRIGGER_MS) throw new SlackError('expired_trigger_id')
  return found
}

/** The modals on a person's screen, the top one last. */
export const modalsOf = (world: World, user: string): View[] =>
  [...world.views.values()].filter((view) => view.user === user && view.type === 'modal')

export const homeOf = (world: World, app: App, user: string): View | undefined =>
  [...world.views.values()].find((view) => view.user === user && view.type === 'home' && view.app === app)

/** Refuses a view that Slack would refuse, with its reasons. */
export function checkView(given: unknown): Fields {
  const problems = validateView(given)
  if (problems.length > 0)
    throw new SlackError(problems[0]?.error ?? 'invalid_arguments', {
      response_metadata: { messages: problems.map(({ message }) => message) },
    })
  return given as Fields
}

/** Fills a view's content from what an app gave; what the person typed stays where block and action are the same. */
function write(world: World, view: View, given: Fields): View {
  const external = textField(given, 'external_id')
  if (external)
    for (const one of world.views.values())
      if (one !== view && textField(one.fields, 'external_id') === external)
        throw new SlackError('duplicate_external_id')
  view.fields = given
  view.blocks = completed(given['blocks'], shortId) as Block[]
  view.typed = initialValues(view.blocks, view.typed)
  for (const { block, element } of spotsIn(view.blocks)) {
    if (element['default_to_current_conversation'] !== true || view.origin === undefined) continue
    const entry = view.typed[String(block['block_id'])]?.[String(element['action_id'])]
    if (entry && entry['selected_conversation'] === null) entry['selected_conversation'] = view.origin
  }
  view.hash = viewHash()
  return view
}

interface Opening {
  app: App
  user: string
  type: View['type']
  given: Fields
  origin?: string
  /** The view it is pushed onto. */
  below?: View
}

/** Puts a new view on a person's screen. */
export function show(world: World, { app, user, type, given, origin, below }: Opening): View {
  const name = id('V')
  if (below && stackOf(world, below).length >= STACK_MOST) throw new SlackError('push_limit_reached')
  const view: View = {
    id: name,
    app,
    user,
    type,
    fields: {},
    blocks: [],
    hash: '',
    root: below?.root ?? name,
    ...(below && { previous: below.id }),
    typed: {},
    ...(origin !== undefined && { origin }),
  }
  write(world, view, given)
  world.views.set(name, view)
  told(world, view, below ? 'pushed' : 'opened')
  return view
}

/** Replaces the content of a view that is on the screen. */
export function rewrite(world: World, view: View, given: Fields, hash?: string): View {
  if (hash && hash !== view.hash) throw new SlackError('hash_conflict')
  write(world, view, given)
  told(world, view, 'updated')
  return view
}

/** The views of one stack, root first. */
export const stackOf = (world: World, view: View): View[] =>
  [...world.views.values()].filter((one) => one.root === view.root)

/** Takes views off the screen. */
export function dismiss(world: World, views: View[]): void {
  for (const view of views) {
    world.views.delete(view.id)
    told(world, view, 'closed')
  }
}

function told(world: World, view: View, action: string): void {
  const { user, id: view_id, type: view_type } = view
  world.host.tell({ type: 'slack.view', action, user, view_id, view_type })
}
