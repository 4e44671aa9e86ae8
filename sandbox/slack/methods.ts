import { basics } from './basics.ts'
import { chat } from './chat.ts'
import { connect } from './connect.ts'
import { conversations } from './conversations.ts'
import { manage } from './manage.ts'
import type { Methods } from './method.ts'
import { reactions } from './reactions.ts'
import { users } from './users.ts'
import { views } from './views.ts'

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
