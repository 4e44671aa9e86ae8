import { ifPossible } from '../tools/sandbox-client.ts'
import { typeUntilConfirmed } from './admin-commands.ts'
import type { Message, View } from '../sandbox/control-types.ts'
import { findMarkers, findReplyMarker, writeReplyText } from './card-parser.ts'
import type { Decision, Fixture, FixtureInbox } from './fixture.ts'
import { closeForms, isSuccessful, waitForForm } from './person.ts'
import { chooseTime, listElements, sendOpenForm, waitForView, writeSoon } from './send-operations.ts'
import { readReviewedMail } from './sent-content.ts'

/** Upper bound on decisions of a person before they go on with something else. */
const MOST_AT_ONCE = 8
const WORDS = 'add a page about second thoughts'

/** Requires somebody else's approval for outgoing mail of the inbox; resolves once the app confirms it. */
export async function requireApproval({ sandbox, people, admin }: Fixture, inbox: FixtureInbox): Promise<void> {
  const approvers = people.map((id) => `<@${id}>`).join(' ')
  const { id, channel } = inbox
  const command = { user: admin, channel, command: '/mail', text: `approval ${id} ${approvers}` }
  await typeUntilConfirmed(sandbox, command, 'now needs approval by')
  inbox.needsApproval = true
}

const numberOf = (marker: string): number => Number(marker.slice(1, 6))
/** Chooses the decision about the first version of a mail; later versions are approved. */
function chooseVerdict({ operations }: Fixture, marker: string): 'approve' | 'decline' | 'edit' {
  const isFirst = operations.some((one) => one.marker === marker && one.root === undefined)
  const number = numberOf(marker) % 11
  if (isFirst && number === 2) return 'decline'
  return isFirst && number === 7 ? 'edit' : 'approve'
}

/** Creates the words of a new version, which distinguish it from the first one. */
function beginVersion(fixture: Fixture, first: string): { marker: string; words: string } {
  fixture.versions += 1
  return { marker: `m9${String(fixture.versions).padStart(4, '0')}${first.slice(6)}`, words: WORDS }
}

/** Sends the open form of a mail that was written before as a new version. */
async function sendVersion(fixture: Fixture, user: string, earlier: string): Promise<boolean> {
  const { operations, inboxes } = fixture
  const known = operations.find(({ marker }) => marker === earlier)
  // The form of another mail, asked for earlier, may open instead.
  const form = known && (await waitForView(fixture, user, 'mail.text', writeReplyText(earlier)))
  if (!form) return false
  const { sends, thread, root = earlier, inbox = inboxes[0].id } = known
  const needsApproval = inboxes.some((one) => one.id === inbox && one.needsApproval)
  const about = { root, inbox, needsApproval, ...(sends && { sends }), ...(thread !== undefined && { thread }) }
  return sendOpenForm(fixture, user, form, beginVersion(fixture, earlier), about)
}

async function decline(fixture: Fixture, user: string, review: View): Promise<boolean> {
  const { slack } = fixture.sandbox
  const press = { user, view_id: review.id, action_id: 'mail.decline' }
  if (!isSuccessful(await ifPossible(slack.click(press)))) return false
  const form = await waitForForm(fixture, user, 'mail.decline')
  const values = { reason: { 'mail.decline_reason': 'Please write it anew.' } }
  return Boolean(form && isSuccessful(await ifPossible(slack.submitView({ user, view_id: form.id, values }))))
}

/** A person opens the window of a mail that waits, and approves, declines or edits what it shows. */
async function review(fixture: Fixture, user: string, message: Message, reply: string): Promise<void> {
  const { slack } = fixture.sandbox
  const click = { user, channel: user, message_ts: message.ts, action_id: 'mail.review', value: reply }
  if (!isSuccessful(await ifPossible(slack.click(click)))) return
  const view = await waitForForm(fixture, user, 'mail.approve')
  const shown = view && readReviewedMail(view)
  const [marker] = findMarkers(shown?.text ?? '')
  if (!view || !shown || marker === undefined) return
  const verdict = chooseVerdict(fixture, marker)
  if (verdict === 'edit') {
    const press = { user, view_id: view.id, action_id: 'mail.edit' }
    if (isSuccessful(await ifPossible(slack.click(press)))) await sendVersion(fixture, user, marker)
    return
  }
  const decision: Decision = { marker, by: user, verdict: verdict === 'approve' ? 'approved' : 'declined', shown }
  // Recorded before its answer, which may be lost.
  fixture.decisions.push(decision)
  if (verdict === 'decline') await decline(fixture, user, view)
  else await ifPossible(slack.submitView({ user, view_id: view.id, values: {} }))
}

/** A writer edits what was declined and sends it again. */
async function sendAgain(fixture: Fixture, user: string, message: Message, content: string): Promise<boolean> {
  const marker = findReplyMarker(content)
  if (marker === undefined) return false
  for (const decision of fixture.decisions)
    if (decision.marker === marker && decision.verdict === 'declined') decision.isCertain = true
  const first = fixture.operations.find((one) => one.marker === marker)?.root ?? marker
  const isDone = fixture.operations.some(
    ({ root, marker: own, accepted }) => root === first && accepted && numberOf(own) > numberOf(marker),
  )
  if (isDone) return false
  const click = { user, channel: user, message_ts: message.ts, action_id: 'mail.edit' }
  if (isSuccessful(await ifPossible(fixture.sandbox.slack.click(click)))) await sendVersion(fixture, user, marker)
  return true
}

/** Gives a mail that waits for its time another one, or sends it now. */
async function decideTime(
  fixture: Fixture,
  user: string,
  { channel, ts, content }: { channel: string; ts: string; content: string },
): Promise<void> {
  const { slack } = fixture.sandbox
  const on = { user, channel, message_ts: ts }
  const marker = findReplyMarker(content) ?? ''
  if (numberOf(marker) % 48 !== 3 || fixture.retimed.has(marker)) {
    if (isSuccessful(await ifPossible(slack.click({ ...on, action_id: 'mail.send_now' })))) fixture.sentNow += 1
    return
  }
  if (!isSuccessful(await ifPossible(slack.click({ ...on, action_id: 'mail.send_time' })))) return
  const view = await waitForView(fixture, user, 'mail.time_when')
  const field = view && listElements(view).find(({ action_id: id }) => id === 'mail.time_when')
  if (!view || !field) return
  const values = { [field.block_id]: { 'mail.time_when': writeSoon(marker) } }
  const answer = await ifPossible(slack.submitView({ user, view_id: view.id, values }))
  // Once only: each new time of an approved mail has to be approved.
  if (isSuccessful(answer)) fixture.retimed.add(marker)
}

/** A person reviews waiting mail, rewrites declined mail, and decides about scheduled mail. Returns the number of decisions. */
export async function decideSends(fixture: Fixture, user: string, isLast = false): Promise<number> {
  const { sandbox, history } = fixture
  let found = 0
  for (const message of (await sandbox.slack.messages(user)).toReversed()) {
    if (found >= MOST_AT_ONCE && !isLast) break
    const content = JSON.stringify([message.text, message.blocks])
    const button = listElements(message).find(({ action_id: id }) => id === 'mail.review')
    if (!button && !(content.includes('"mail.edit"') && /Reason:|The approval request expired/.test(content))) continue
    await closeForms(fixture, user)
    if (button) await review(fixture, user, message, String(button['value']))
    if (button || (await sendAgain(fixture, user, message, content))) found += 1
    await closeForms(fixture, user)
  }
  const waiting = [...history.posts.values()].filter(({ content }) => content.includes('"mail.send_now"'))
  const isStopped = (content: string): boolean => content.includes('⏸️ Paused: ')
  for (const { content } of waiting) if (isStopped(content)) fixture.stopped.add(findReplyMarker(content) ?? '')
  const chosen = waiting.filter(
    ({ content }) => isLast || isStopped(content) || chooseTime(findReplyMarker(content) ?? '') === 'tomorrow',
  )
  for (const post of chosen.slice(0, isLast ? chosen.length : MOST_AT_ONCE)) {
    await decideTime(fixture, user, post)
    await closeForms(fixture, user)
  }
  return found + waiting.length
}

/** Everybody decides at the same time, as far as something waits for them. Returns how much there was. */
export async function decideAllSends(fixture: Fixture): Promise<number> {
  const found = await Promise.all(fixture.people.map((user) => decideSends(fixture, user, true)))
  return found.reduce((sum, one) => sum + one, 0)
}

/** Describes the decisions of people, for the person who follows a run. */
export function describeDecisions({ decisions, operations, inboxes, stopped, retimed, sentNow }: Fixture): string {
  const count = (verdict: Decision['verdict']): number => decisions.filter((one) => one.verdict === verdict).length
  const versions = operations.filter(({ root }) => root !== undefined).length
  const approved = operations.filter(({ needsApproval }) => needsApproval).length
  const scheduled = operations.filter(
    ({ marker, sends, root }) => sends && !root && chooseTime(marker) !== 'now',
  ).length
  const crossings = operations.filter(({ inbox, entered }) =>
    inboxes.some(({ id }) => id !== inbox && entered?.to.includes(id)),
  ).length
  return `${crossings} mails went from one inbox to the other; ${approved} needed an approval; ${count('approved')} approvals, ${count('declined')} declines, ${versions} new versions
${scheduled} mails were scheduled; ${stopped.size} were stopped by an incoming mail, ${retimed.size} got another time, ${sentNow} were sent at once`
}
