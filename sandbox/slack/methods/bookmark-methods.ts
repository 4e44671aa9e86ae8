import { invalidArguments, SlackError } from '../api/slack-errors.ts'
import { newSlackId } from '../workspace/slack-ids.ts'
import { visibleChannel, type MethodCall, type ApiMethods } from '../api/api-method.ts'
import type { Channel, JsonObject, Workspace } from '../workspace/workspace-types.ts'

const MOST = 100

interface Bookmark extends JsonObject {
  id: string
  channel_id: string
}

const nowS = (): number => Math.floor(Date.now() / 1000)

/** The channel of a call, which the app must be in. */
function joinedChannel(call: MethodCall): Channel {
  const channel = visibleChannel(call, 'channel_id')
  if (!channel.members.has(call.app.botUser)) throw new SlackError('not_in_channel')
  return channel
}

function validLink(text: string | undefined): string {
  if (text === undefined || !URL.canParse(text) || !/^(https?|mailto):/.test(text)) throw new SlackError('invalid_link')
  return text
}

const newBookmark = ({ workspace, app, args }: MethodCall, channel: Channel): Bookmark => ({
  id: newSlackId('Bk'),
  channel_id: channel.id,
  title: args.required('title'),
  link: validLink(args.text('link')),
  emoji: args.text('emoji') ?? '',
  icon_url: '',
  type: 'link',
  entity_id: null,
  date_created: nowS(),
  date_updated: 0,
  rank: 'l',
  last_updated_by_user_id: app.botUser,
  last_updated_by_team_id: workspace.team.id,
  shortcut_id: null,
  app_id: app.id,
  app_action_id: null,
})

/** The links at the top of a channel. */
export function createBookmarkMethods(workspace: Workspace): ApiMethods {
  const kept = new Map<string, Bookmark>()
  workspace.server.onReset(() => kept.clear())

  function find(call: MethodCall): Bookmark {
    const found = kept.get(call.args.required('bookmark_id'))
    if (found?.channel_id !== joinedChannel(call).id) throw new SlackError('not_found')
    return found
  }

  return {
    'bookmarks.add': {
      rate: 2,
      scopes: ['bookmarks:write'],
      run(call) {
        const channel = joinedChannel(call)
        if (call.args.required('type') !== 'link') throw new SlackError('invalid_bookmark_type')
        if ([...kept.values()].filter((one) => one.channel_id === channel.id).length >= MOST)
          throw new SlackError('too_many_bookmarks')
        const bookmark = newBookmark(call, channel)
        kept.set(bookmark.id, bookmark)
        return { bookmark }
      },
    },
    'bookmarks.edit': {
      rate: 2,
      scopes: ['bookmarks:write'],
      run(call) {
        const { app, args } = call
        const bookmark = find(call)
        const [title, address, emoji] = [args.text('title'), args.text('link'), args.text('emoji')]
        if (title === undefined && address === undefined && emoji === undefined)
          throw invalidArguments('must provide at least one of `title`, `link`, `emoji`')
        if (title !== undefined) bookmark['title'] = title
        if (address !== undefined) bookmark['link'] = validLink(address)
        if (emoji !== undefined) bookmark['emoji'] = emoji
        Object.assign(bookmark, { date_updated: nowS(), last_updated_by_user_id: app.botUser })
        return { bookmark }
      },
    },
    'bookmarks.list': {
      rate: 3,
      scopes: ['bookmarks:read'],
      run(call) {
        const channel = joinedChannel(call)
        return { bookmarks: [...kept.values()].filter((one) => one.channel_id === channel.id) }
      },
    },
    'bookmarks.remove': {
      rate: 2,
      scopes: ['bookmarks:write'],
      run(call) {
        kept.delete(find(call).id)
        return {}
      },
    },
  }
}
