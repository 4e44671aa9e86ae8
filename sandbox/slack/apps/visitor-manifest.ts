import type { Manifest } from '../workspace/app-types.ts'

const SCOPES =
  'app_mentions:read assistant:write bookmarks:read bookmarks:write channels:history channels:join channels:manage channels:read ' +
  'chat:write chat:write.customize chat:write.public commands emoji:read files:read files:write groups:history groups:read ' +
  'groups:write im:history im:read im:write links:read links:write metadata.message:read mpim:history mpim:read mpim:write ' +
  'pins:read pins:write reactions:read reactions:write team:read usergroups:read usergroups:write users.profile:read ' +
  'users:read users:read.email users:write'

const EVENTS =
  'app_home_opened app_mention app_uninstalled channel_archive channel_created channel_left channel_rename channel_shared channel_unarchive channel_unshared ' +
  'file_shared group_archive group_left group_unarchive member_joined_channel member_left_channel message.channels ' +
  'message.groups message.im message.mpim reaction_added reaction_removed subteam_created subteam_members_changed ' +
  'subteam_updated tokens_revoked user_change'

/** Visitor, the second app: every scope and every event, over its socket only. */
export const visitorManifest: Manifest = {
  name: 'Visitor',
  description: 'A second app, to see what others see',
  longDescription: '',
  homeTab: true,
  messagesTab: true,
  messagesReadOnly: false,
  agent: true,
  commands: [],
  shortcuts: [],
  events: EVENTS.split(' '),
  scopes: SCOPES.split(' '),
  interactive: true,
  socketMode: true,
}
