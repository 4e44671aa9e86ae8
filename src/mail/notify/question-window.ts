import { questionTimeMs } from '../../core/question-time.ts'
import type { Act } from '../../access/authorize.ts'
import { modal } from '../../slack/blocks/form-fields.ts'
import type { MessageBlock } from '../../slack/blocks/slack-message.ts'
import type { Action } from '../../slack/inbound/listeners.ts'
import type { MailScope } from '../mail-scope.ts'
import { toActLocation } from '../tasks/act-location.ts'
import type { MailText } from '../text/mail-text.ts'
import { refuseClick } from './requester-reply.ts'

/** Returns whether a person may act, and refuses their click if they may not: nobody is asked to confirm what is then refused. */
export async function mayAct(scope: MailScope, action: Action, act: Act): Promise<boolean> {
  const permission = await scope.authorizer.ask(act, { withinMs: questionTimeMs() })
  if (permission.is === 'allowed') return true
  await refuseClick(scope, action, permission.message)
  return false
}

export interface QuestionWindow {
  callbackId: string
  title: string
  /** The button that confirms the act. */
  yes: string
  blocks: MessageBlock[]
  /** Names the object of the submission; the location of the click is added. */
  facts: Record<string, string>
}

/** Asks a person to confirm an act that they may do, in a window whose submission carries it out. */
export const openQuestion = (
  scope: MailScope,
  action: Action,
  text: MailText,
  { callbackId, title, yes, blocks, facts }: QuestionWindow,
): Promise<void> =>
  scope.views.push(
    action,
    modal({
      callbackId,
      title,
      submit: yes,
      close: text.forms.cancel,
      privateMetadata: JSON.stringify({ ...facts, ...toActLocation(action) }),
      blocks,
    }),
  )
