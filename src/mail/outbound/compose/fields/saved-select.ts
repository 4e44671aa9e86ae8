import { findChannel } from '../../../records/mail/placement.ts'
import { actionsBlock } from '../../../../slack/blocks/block-builders.ts'
import { type ChoiceGroup, externalSelect, groupedSelect } from '../../../../slack/blocks/form-fields.ts'
import type { MessageBlock } from '../../../../slack/blocks/slack-message.ts'
import type { ListedSavedReply } from '../../saved/saved-reply.ts'
import { formatSaved, savedActionIds } from '../../saved/saved-ids.ts'
import { readSaved } from '../../saved/saved-list.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import type { MailText } from '../../../text/mail-text.ts'
import type { FormContext } from './form-context.ts'
import type { FormReader } from './form-reader.ts'
import { blockIdOf, type ReplyFormState } from './reply-form-state.ts'

/** Slack's limit for a menu with fixed options. */
const MOST_FIXED = 100

/** The saved replies that a form offers: the person's own, and those of the mail's channel. */
export interface SavedChoices {
  mine: ListedSavedReply[]
  here: ListedSavedReply[]
}

/** The channel whose saved replies a form offers. */
export const findSavedChannel = (
  { answered }: FormContext,
  { place }: Pick<ReplyFormState, 'place'>,
): string | undefined => (answered && findChannel(answered.thread)) ?? place?.channel

/** Reads the saved replies for a form. */
export const findSavedChoices = (
  scope: OutboundScope,
  reader: FormReader,
  context: FormContext,
  state: Pick<ReplyFormState, 'place'>,
): Promise<SavedChoices> => readSaved(scope, reader.user, findSavedChannel(context, state))

/** The choices with names that contain the typed text. */
export function groupSaved({ saved }: MailText, { mine, here }: SavedChoices, typed = ''): ChoiceGroup[] {
  const toChoices = (list: ListedSavedReply[]) =>
    list
      .filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()))
      .map((one) => ({ text: one.name, value: formatSaved(one) }))
  return [
    { title: saved.mine, choices: toChoices(mine) },
    { title: saved.ofChannel, choices: toChoices(here) },
  ]
}

/** The menu above the text; nothing if there are no saved replies. After an insertion, the menu is reset. */
export function buildSavedSelect(
  text: MailText,
  state: Pick<ReplyFormState, 'generations'>,
  choices: SavedChoices,
): MessageBlock[] {
  const count = choices.mine.length + choices.here.length
  if (count === 0) return []
  const options = { actionId: savedActionIds.insert, placeholder: text.saved.insert }
  const menu =
    count <= MOST_FIXED
      ? groupedSelect({ ...options, groups: groupSaved(text, choices) })
      : externalSelect({ ...options, minQueryLength: 0 })
  return actionsBlock(menu).map((block) => ({ ...block, block_id: `saved:${blockIdOf(state, 'text')}` }))
}
