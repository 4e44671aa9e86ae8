import type { Message as MessageOf, View as ViewOf } from '../../../control-types.ts'
import type { Block } from './block-types.ts'

export type Message = MessageOf<Block>
export type View = ViewOf<Block>
