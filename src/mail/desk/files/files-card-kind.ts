import type { CardRef } from '../../../slack/outbox/cards.ts'
import type { ScopedCardKind } from '../../../scoped-feature.ts'
import { cardKinds } from '../../action-ids.ts'
import type { DeskScope } from '../desk-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { buildFilesCard } from '../../cards/files-card.ts'

/** The card about the attachments of a mail; one for each head that the thread has had. */
export const filesCardRef = (team: string, key: string, head: number): CardRef => ({
  team,
  kind: cardKinds.files,
  id: key,
  ...(head > 0 && { copy: String(head) }),
})

/** Shows the progress of a mail's attachments, and the outcome of each one that is not in the thread. */
export const filesCard: ScopedCardKind<DeskScope> = {
  kind: cardKinds.files,
  render: async ({ team, mailStore, languages }, key) => {
    const mail = await mailStore.findMail(key)
    const files = (await mailStore.sharedFiles.get(key))?.value
    if (!mail || !files) return undefined
    return buildFilesCard(mailTextIn(await languages.ofWorkspace(team)), { key, mail, files })
  },
}
