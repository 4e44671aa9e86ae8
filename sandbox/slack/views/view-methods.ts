import { badArguments, SlackError } from '../api/slack-errors.ts'
import type { Asked, Methods } from '../api/api-method.ts'
import { checkView, homeOf, pulled, rewrite, show, viewObject } from './view-stack.ts'
import { textField, type Fields, type Trigger, type View } from '../workspace/workspace-types.ts'

function given(asked: Asked, type?: View['type']): Fields {
  const view = asked.args.object('view')
  if (!view) throw badArguments('missing required field: view')
  checkView(view)
  if (type && view['type'] !== type) throw badArguments(`must be a valid enum value [json-pointer:/view/type]`)
  return view
}

const pointed = (asked: Asked): Trigger =>
  pulled(asked.world, asked.app, asked.args.text('interactivity_pointer') ?? asked.args.need('trigger_id'))

function open(asked: Asked): Fields {
  const { world, app } = asked
  const view = given(asked, 'modal')
  const from = pointed(asked)
  const origin = from.channel ?? world.views.get(from.view ?? '')?.origin
  const shown = show(world, { app, user: from.user, type: 'modal', given: view, ...(origin && { origin }) })
  from.used = true
  return { view: viewObject(world, shown) }
}

function push(asked: Asked): Fields {
  const { world, app } = asked
  const view = given(asked, 'modal')
  const from = pointed(asked)
  const below = world.views.get(from.view ?? '')
  if (!below || below.type !== 'modal') throw new SlackError('not_found')
  const { origin } = below
  const shown = show(world, { app, user: from.user, type: 'modal', given: view, below, ...(origin && { origin }) })
  from.used = true
  return { view: viewObject(world, shown) }
}

function update(asked: Asked): Fields {
  const { world, app, args } = asked
  const [viewId, external] = [args.text('view_id'), args.text('external_id')]
  if (!viewId && !external) throw badArguments('missing required field: view_id')
  const view = given(asked)
  const found = viewId
    ? world.views.get(viewId)
    : [...world.views.values()].find((one) => textField(one.fields, 'external_id') === external)
  if (!found || found.app !== app) throw new SlackError('not_found')
  if (found.type !== view['type']) throw badArguments('view type cannot be changed [json-pointer:/view/type]')
  return { view: viewObject(world, rewrite(world, found, view, args.text('hash'))) }
}

function publish(asked: Asked): Fields {
  const { world, app, args } = asked
  const user = args.need('user_id')
  const view = given(asked, 'home')
  if (!app.manifest.homeTab) throw new SlackError('not_enabled')
  const person = world.people.get(user)
  if (!person || person.is_bot) throw new SlackError('user_not_found')
  const home = homeOf(world, app, user)
  const hash = args.text('hash')
  if (!home && hash) throw new SlackError('hash_conflict')
  const shown = home ? rewrite(world, home, view, hash) : show(world, { app, user, type: 'home', given: view })
  return { view: viewObject(world, shown) }
}

/** The `views.*` family; none of it needs a scope. */
export const views: Methods = {
  'views.open': { rate: 4, run: open },
  'views.push': { rate: 4, run: push },
  'views.update': { rate: 4, run: update },
  'views.publish': { rate: 4, run: publish },
}
