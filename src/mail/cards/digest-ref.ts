import type { CardRef } from '../../slack/outbox/cards.ts'
import { cardKinds } from '../action-ids.ts'

/** The card of a digest. */
export const digestRef = (team: string, id: string): CardRef => ({ team, kind: cardKinds.digest, id })
