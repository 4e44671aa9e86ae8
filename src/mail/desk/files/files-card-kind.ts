import type { CardKind, CardRef } from '../../../slack/outbox/cards.ts'
import { cardKinds } from '../../action-ids.ts'
import type { DeskServices } from '../desk-services.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { buildFilesCard } from '../../cards/files-card.ts'

/** The card about the attachments of a mail, one for each head that the thread has had. */
export const filesCardRef = (team: string, key: string, head: number): CardRef => ({
  team,
  kind: cardKinds.files,
  id: key,
  ...(head > 0 && { copy: String(head) }),
})

/** Shows how far the attachments of a mail have come, and what became of each that is not in the thread. */
export const createFilesCard = ({ mailStore, languages }: DeskServices): CardKind => ({
  kind: cardKinds.files,
  render: async (team, key) => {
    const mail = await mailStore.findMail(team, key)
    const files = (await mailStore.sharedFiles(team).get(key))?.value
    if (!mail || !files) return undefined
    return buildFilesCard(mailTextIn(await languages.ofWorkspace(team)), { key, mail, files })
  },
})
