import { invalidArguments, SlackError } from '../api/slack-errors.ts'
import type { MethodCall, ApiMethods } from '../api/api-method.ts'
import { readMember, toList } from '../blocks/block-schema.ts'
import { isReadable } from '../files/file-access.ts'
import { requireValidView, findHome, resolveTrigger, replaceView, openView, viewObject } from './view-stack.ts'
import { stringField, type JsonObject, type Trigger, type View } from '../workspace/workspace-types.ts'

const SHOWN_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif'])

/** Refuses a picture from Slack that the app cannot read, or that is no picture. */
function requireShownFiles({ workspace, app }: MethodCall, view: JsonObject): void {
  for (const [index, block] of toList(view['blocks']).entries()) {
    const id = readMember(readMember(block, 'slack_file'), 'id')
    if (typeof id !== 'string') continue
    const file = workspace.files.get(id)
    if (!file || file.deleted || !isReadable(workspace, app, file) || !SHOWN_TYPES.has(file.mimetype))
      throw invalidArguments(`invalid slack file [json-pointer:/view/blocks/${index}/slack_file]`)
  }
}

function given(call: MethodCall, type?: View['type']): JsonObject {
  const view = call.args.object('view')
  if (!view) throw invalidArguments('missing required field: view')
  requireValidView(view)
  requireShownFiles(call, view)
  if (type && view['type'] !== type) throw invalidArguments(`must be a valid enum value [json-pointer:/view/type]`)
  return view
}

const pointed = (call: MethodCall): Trigger =>
  resolveTrigger(call.workspace, call.app, call.args.text('interactivity_pointer') ?? call.args.required('trigger_id'))

function open(call: MethodCall): JsonObject {
  const { workspace, app } = call
  const view = given(call, 'modal')
  const from = pointed(call)
  const origin = from.channel ?? workspace.views.get(from.view ?? '')?.origin
  const shown = openView(workspace, { app, user: from.user, type: 'modal', given: view, ...(origin && { origin }) })
  from.used = true
  return { view: viewObject(workspace, shown) }
}

function push(call: MethodCall): JsonObject {
  const { workspace, app } = call
  const view = given(call, 'modal')
  const from = pointed(call)
  const below = workspace.views.get(from.view ?? '')
  if (!below || below.type !== 'modal') throw new SlackError('not_found')
  const { origin } = below
  const shown = openView(workspace, {
    app,
    user: from.user,
    type: 'modal',
    given: view,
    below,
    ...(origin && { origin }),
  })
  from.used = true
  return { view: viewObject(workspace, shown) }
}

function update(call: MethodCall): JsonObject {
  const { workspace, app, args } = call
  const [viewId, external] = [args.text('view_id'), args.text('external_id')]
  if (!viewId && !external) throw invalidArguments('missing required field: view_id')
  const view = given(call)
  const found = viewId
    ? workspace.views.get(viewId)
    : [...workspace.views.values()].find((one) => stringField(one.fields, 'external_id') === external)
  if (!found || found.app !== app) throw new SlackError('not_found')
  if (found.type !== view['type']) throw invalidArguments('view type cannot be changed [json-pointer:/view/type]')
  return { view: viewObject(workspace, replaceView(workspace, found, view, args.text('hash'))) }
}

function publish(call: MethodCall): JsonObject {
  const { workspace, app, args } = call
  const user = args.required('user_id')
  const view = given(call, 'home')
  if (!app.manifest.homeTab) throw new SlackError('not_enabled')
  const person = workspace.people.get(user)
  if (!person || person.is_bot) throw new SlackError('user_not_found')
  const home = findHome(workspace, app, user)
  const hash = args.text('hash')
  if (!home && hash) throw new SlackError('hash_conflict')
  const shown = home
    ? replaceView(workspace, home, view, hash)
    : openView(workspace, { app, user, type: 'home', given: view })
  return { view: viewObject(workspace, shown) }
}

/** The `views.*` family; no method needs a scope. */
export const viewMethods: ApiMethods = {
  'views.open': { rate: 4, run: open },
  'views.push': { rate: 4, run: push },
  'views.update': { rate: 4, run: update },
  'views.publish': { rate: 4, run: publish },
}
