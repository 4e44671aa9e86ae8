import { initialValues } from '../blocks/form-fields.ts'
import { validateView } from '../blocks/validate-blocks.ts'
import { completeBlocks, findElements } from '../blocks/block-tree.ts'
import { SlackError } from '../api/slack-errors.ts'
import { newSlackId, newShortId, newTriggerId, newViewHash } from '../workspace/slack-ids.ts'
import { type App } from '../workspace/app-types.ts'
import {
  isJsonObject,
  stringField,
  type Block,
  type JsonObject,
  type Trigger,
  type View,
  type Workspace,
} from '../workspace/workspace-types.ts'

const STACK_MOST = 3
const TITLES = ['title', 'submit', 'close'] as const

/** A view as Slack returns it and puts it into payloads. */
export function viewObject(workspace: Workspace, view: View): JsonObject {
  const { fields } = view
  const titles = Object.fromEntries(
    TITLES.map((name) => [name, isJsonObject(fields[name]) ? { emoji: true, ...fields[name] } : null]),
  )
  return {
    id: view.id,
    team_id: workspace.team.id,
    type: view.type,
    blocks: view.blocks,
    private_metadata: stringField(fields, 'private_metadata') ?? '',
    callback_id: stringField(fields, 'callback_id') ?? '',
    state: { values: view.typed },
    hash: view.hash,
    ...titles,
    clear_on_close: fields['clear_on_close'] === true,
    notify_on_close: fields['notify_on_close'] === true,
    previous_view_id: view.previous ?? null,
    root_view_id: view.root,
    app_id: view.app.id,
    external_id: stringField(fields, 'external_id') ?? '',
    app_installed_team_id: workspace.team.id,
    bot_id: view.app.botId,
  }
}

/** Creates the `trigger_id` of an interaction, with which the app opens a modal. */
export function createTrigger(workspace: Workspace, made: Omit<Trigger, 'at' | 'used'>): string {
  const name = newTriggerId()
  const now = Date.now()
  for (const [old, { at }] of workspace.triggers) {
    if (now - at < 20 * workspace.triggerMs) break
    workspace.triggers.delete(old)
  }
  workspace.triggers.set(name, { ...made, at: now, used: false })
  return name
}

/** The trigger of an id, if this app may still use it. The caller marks it as used. */
export function resolveTrigger(workspace: Workspace, app: App, name: string): Trigger {
  const found = workspace.triggers.get(name)
  if (!found || found.app !== app) throw new SlackError('invalid_trigger_id')
  if (found.used) throw new SlackError('exchanged_trigger_id')
  if (Date.now() - found.at > workspace.triggerMs) throw new SlackError('expired_trigger_id')
  return found
}

/** The modals on a person's screen, the top one last. */
export const openModals = (workspace: Workspace, user: string): View[] =>
  [...workspace.views.values()].filter((view) => view.user === user && view.type === 'modal')

export const findHome = (workspace: Workspace, app: App, user: string): View | undefined =>
  [...workspace.views.values()].find((view) => view.user === user && view.type === 'home' && view.app === app)

/** Refuses a view that Slack would refuse, with its reasons. */
export function requireValidView(given: unknown): JsonObject {
  const problems = validateView(given)
  if (problems.length > 0)
    throw new SlackError(problems[0]?.error ?? 'invalid_arguments', {
      response_metadata: { messages: problems.map(({ message }) => message) },
    })
  return given as JsonObject
}

/** Replaces the content of a view. Values that the person entered stay where block and action are the same. */
function write(workspace: Workspace, view: View, given: JsonObject): View {
  const external = stringField(given, 'external_id')
  if (external)
    for (const one of workspace.views.values())
      if (one !== view && stringField(one.fields, 'external_id') === external)
        throw new SlackError('duplicate_external_id')
  view.fields = given
  view.blocks = completeBlocks(given['blocks'], newShortId) as Block[]
  view.typed = initialValues(view.blocks, view.typed)
  for (const { block, element } of findElements(view.blocks)) {
    if (element['default_to_current_conversation'] !== true || view.origin === undefined) continue
    const entry = view.typed[String(block['block_id'])]?.[String(element['action_id'])]
    if (entry && entry['selected_conversation'] === null) entry['selected_conversation'] = view.origin
  }
  view.hash = newViewHash()
  return view
}

interface Opening {
  app: App
  user: string
  type: View['type']
  given: JsonObject
  origin?: string
  /** The view onto which this one is pushed. */
  below?: View
}

/** Puts a new view on a person's screen. */
export function openView(workspace: Workspace, { app, user, type, given, origin, below }: Opening): View {
  const name = newSlackId('V')
  if (below && viewStack(workspace, below).length >= STACK_MOST) throw new SlackError('push_limit_reached')
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
  write(workspace, view, given)
  workspace.views.set(name, view)
  told(workspace, view, below ? 'pushed' : 'opened')
  return view
}

/** Replaces the content of a view that is on the screen. */
export function replaceView(workspace: Workspace, view: View, given: JsonObject, hash?: string): View {
  if (hash && hash !== view.hash) throw new SlackError('hash_conflict')
  write(workspace, view, given)
  told(workspace, view, 'updated')
  return view
}

/** The views of one stack, root first. */
export const viewStack = (workspace: Workspace, view: View): View[] =>
  [...workspace.views.values()].filter((one) => one.root === view.root)

/** Takes views off the screen. */
export function closeViews(workspace: Workspace, views: View[]): void {
  for (const view of views) {
    workspace.views.delete(view.id)
    told(workspace, view, 'closed')
  }
}

function told(workspace: Workspace, view: View, action: string): void {
  const { user, id: view_id, type: view_type } = view
  workspace.server.emit({ type: 'slack.view', action, user, view_id, view_type })
}
