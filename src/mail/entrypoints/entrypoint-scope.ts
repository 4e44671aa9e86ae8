import type { DeskScope } from '../desk/desk-scope.ts'
import type { InboundScope } from '../inbound/inbound-scope.ts'
import type { OutboundScope } from '../outbound/outbound-scope.ts'

/** The scope of commands, events and menus, which use every wing. */
export interface EntrypointScope extends InboundScope, DeskScope, OutboundScope {}
