import { z } from 'zod'
import { parseJson } from '../../../core/json.ts'
import { contextBlock, plainText, section } from '../../../slack/blocks/block-builders.ts'
import type { Action, OpenView } from '../../../slack/inbound/listeners.ts'
import { buildReplyAct } from '../../access/mail-acts.ts'
import { mailCallbackIds } from '../../action-ids.ts'
import { mayAct, openQuestion } from '../../notify/question-window.ts'
import { findAction } from '../../records/action-row.ts'
import { canLookUp } from '../../records/replies/can-look-up.ts'
import { replyActions, type ReplyVerb, replyVerbs, situationBeforeSent } from '../../records/reply-actions.ts'
import { actLocationSchema, checkActLocation } from '../../tasks/act-location.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { nameRecipients } from '../../text/name-people.ts'
import type { OutboundScope } from '../outbound-scope.ts'

const LINE_CHARS = 300

/** Validated, because the client returns the state and can send anything. */
const askedSchema = actLocationSchema.extend({ reply: z.string().min(1), verb: z.enum(replyVerbs) })

/** Asks a person who may act about a reply before its act. Returns false if there is nothing to ask: the reply is gone, or its state has changed. */
export async function askReplyAct(scope: OutboundScope, action: Action, verb: ReplyVerb): Promise<boolean> {
  const { team, user, value: id = '', eventId, message } = action
  const { asks, needs, isAllowed } = findAction(replyActions, verb)
  const reply = await scope.replyStore.findReply(id)
  if (!asks || !reply || !isAllowed(situationBeforeSent(reply, canLookUp(reply, scope.clock, scope.mailbox))))
    return false
  const actor = { user, opId: `mail.form:${eventId}`, channel: message?.channel, threadTs: message?.threadTs }
  if (!(await mayAct(scope, action, await buildReplyAct(scope, actor, { action: needs, verb }, { id, reply }))))
    return true
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const { title, text: consequence, yes } = asks.words(text)
  const to = nameRecipients(text, [...reply.to, ...reply.cc, ...reply.bcc])
  await openQuestion(scope, action, text, {
    callbackId: mailCallbackIds.askReply,
    title,
    yes,
    facts: { reply: id, verb },
    blocks: [
      ...contextBlock(plainText(text.forms.peopleList({ label: text.forms.to, people: to }), LINE_CHARS)),
      section(plainText(consequence)),
    ],
  })
  return true
}

/** Reads the confirmed act; undefined if its form was tampered with. */
export function readAskedAct(view: OpenView) {
  const state = askedSchema.safeParse(parseJson(view.privateMetadata)).data
  return state && checkActLocation(state, view)
}
