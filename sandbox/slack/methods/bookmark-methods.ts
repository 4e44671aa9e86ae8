import { badArguments, SlackError } from '../api/slack-errors.ts'
import { id } from '../workspace/slack-ids.ts'
import { visible, type Asked, type Methods } from '../api/api-method.ts'
import type { Channel, Fields, World } from '../workspace/workspace-types.ts'

const MOST = 100

interface Bookmark extends Fields {
  id: string
  channel_id: string
}

/** Links at the head of a channel. */
export function bookmarks(world: World): Methods {
  const kept = new Map<string, Bookmark>()
  world.host.onReset(() => kept.clear())
  const now = (): number => Math.floor(Date.now() / 1000)

  function place(asked: Asked): Channel {
    const channel = visible(asked, 'channel_id')
    if (!channel.members.has(asked.app.botUser)) throw new SlackError('not_in_channel')
    return channel
  }
  function find(asked: Asked): Bookmark {
    const found = kept.get(asked.args.need('bookmark_id'))
    if (found?.channel_id !== place(asked).id) throw new SlackError('not_found')
    return found
  }
  function link(text: string | undefined): string {
    if (text === undefined || !URL.canParse(text) || !/^(https?|mailto):/.test(text))
      throw new SlackError('invalid_link')
    return text
  }

  return {
    'bookmarks.add': {
      rate: 2,
      scopes: ['bookmarks:write'],
      run(asked) {
        const { app, args } = asked
        const channel = place(asked)
        if (args.need('type') !== 'link') throw new SlackError('invalid_bookmark_type')
        if ([...kept.values()].filter((one) => one.channel_id === channel.id).length >= MOST)
          throw new SlackError('too_many_bookmarks')
        const bookmark: Bookmark = {
          id: id('Bk'),
          channel_id: channel.id,
          title: args.need('title'),
          link: link(args.text('link')),
          emoji: args.text('emoji') ?? '',
          icon_url: '',
          type: 'link',
          entity_id: null,
          date_created: now(),
          date_updated: 0,
          rank: 'l',
          last_updated_by_user_id: app.botUser,
          last_updated_by_team_id: world.team.id,
          shortcut_id: null,
          app_id: app.id,
          app_action_id: null,
        }
        kept.set(bookmark.id, bookmark)
        return { bookmark }
      },
    },
    'bookmarks.edit': {
      rate: 2,
      scopes: ['bookmarks:write'],
      run(asked) {
        const { app, args } = asked
        const bookmark = find(asked)
        const [title, address, emoji] = [args.text('title'), args.text('link'), args.text('emoji')]
        if (title === undefined && address === undefined && emoji === undefined)
          throw badArguments('must provide at least one of `title`, `link`, `emoji`')
        if (title !== undefined) bookmark['title'] = title
        if (address !== undefined) bookmark['link'] = link(address)
        if (emoji !== undefined) bookmark['emoji'] = emoji
        Object.assign(bookmark, { date_updated: now(), last_updated_by_user_id: app.botUser })
        return { bookmark }
      },
    },
    'bookmarks.list': {
      rate: 3,
      scopes: ['bookmarks:read'],
      run(asked) {
        const channel = place(asked)
        return { bookmarks: [...kept.values()].filter((one) => one.channel_id === channel.id) }
      },
    },
    'bookmarks.remove': {
      rate: 2,
      scopes: ['bookmarks:write'],
      run(asked) {
        kept.delete(find(asked).id)
        return {}
      },
    },
  }
}
