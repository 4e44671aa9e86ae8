import type { DeskServices } from '../desk/desk-services.ts'
import type { InboundServices } from '../inbound/inbound-services.ts'
import type { OutboundServices } from '../outbound/outbound-services.ts'

/** What commands, events and menus use: they lead into every wing. */
export interface EntrypointServices extends InboundServices, DeskServices, OutboundServices {}
