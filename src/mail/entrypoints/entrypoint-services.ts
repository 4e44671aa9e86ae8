import type { DeskServices } from '../desk/desk-services.ts'
import type { InboundServices } from '../inbound/inbound-services.ts'
import type { OutboundServices } from '../outbound/outbound-services.ts'

/** Services of commands, events and menus, which use every wing. */
export interface EntrypointServices extends InboundServices, DeskServices, OutboundServices {}
