import { basics } from './app-methods.ts'
import { chat } from './chat-methods.ts'
import { connect } from './socket-methods.ts'
import { conversations } from './conversation-methods.ts'
import { manage } from './channel-methods.ts'
import type { Methods } from '../api/api-method.ts'
import { reactions } from './reaction-methods.ts'
import { users } from './user-methods.ts'
import { views } from '../views/view-methods.ts'

/** Every Web API method of the simulator, by name; anything else is `unknown_method`. */
export const methods: Methods = {
  ...basics,
  ...chat,
  ...connect,
  ...conversations,
  ...manage,
  ...reactions,
  ...users,
  ...views,
}
