import { assistantMethods } from './assistant-methods.ts'
import { appMethods } from './app-methods.ts'
import { chatMethods } from './chat-methods.ts'
import { conversationMethods } from './conversation-methods.ts'
import { channelMethods } from './channel-methods.ts'
import type { ApiMethods } from '../api/api-method.ts'
import { reactionMethods } from '../reactions/reaction-methods.ts'
import { userMethods } from './user-methods.ts'
import { usergroupMethods } from './usergroup-methods.ts'
import { viewMethods } from '../interactions/view-methods.ts'

/** Every Web API method of the simulator, by name; anything else is `unknown_method`. */
export const statelessMethods: ApiMethods = {
  ...appMethods,
  ...assistantMethods,
  ...chatMethods,
  ...conversationMethods,
  ...channelMethods,
  ...reactionMethods,
  ...userMethods,
  ...usergroupMethods,
  ...viewMethods,
}
