import { writeReplyText } from './card-parser.ts'
import type { ReportedMail } from './final-state.ts'
import type { Decision, Operation } from './fixture.ts'
import { listAddresses, toWords, type ShownMail } from './sent-content.ts'
import type { CheckContext } from './violations.ts'

/** The versions of one mail: a declined or edited one is sent again as another. */
export const listVersions = ({ operationsOf }: CheckContext): Map<string, Operation[]> =>
  Map.groupBy(operationsOf('reply'), ({ root, marker }) => root ?? marker)

const isOf =
  (marker: string) =>
  ({ text }: ReportedMail): boolean =>
    text?.startsWith(writeReplyText(marker)) ?? false

const isSame = (one: string[], other: string[]): boolean => one.join() === other.join()

/** The difference between the mail that was shown and the one that was sent; undefined if there is none. */
function findDifference(shown: ShownMail, mail: ReportedMail): string | undefined {
  if (!isSame(shown.to, listAddresses(mail.to.join()))) return `to ${mail.to.join()} instead of ${shown.to.join()}`
  if (!isSame(shown.cc, listAddresses(mail.cc.join()))) return `cc ${mail.cc.join()} instead of ${shown.cc.join()}`
  if (shown.subject !== undefined && shown.subject !== mail.subject)
    return `subject ${mail.subject} instead of ${shown.subject}`
  return undefined
}

/** The text that was entered, followed by nothing or by what the app or the mailbox adds below it. */
const beginsWith = (entered: string, text: string): boolean => text === entered || text.startsWith(`${entered}\n`)

/** Of a forward, the mailbox writes a line of its own between what was written and the original. */
const isApprovedText = ({ text, added = '' }: ShownMail, left: string, isForward: boolean): boolean =>
  isForward
    ? toWords(left).startsWith(toWords(text)) && toWords(left).endsWith(toWords(added))
    : toWords(left) === toWords(`${text}\n${added}`)

/** Whether the app took a version: a person whose form was not taken wrote nothing. */
const wasTaken = ({ finalState, isAccepted }: CheckContext, operation: Operation): boolean =>
  isAccepted(operation) || finalState.posts.some(({ content }) => content.includes(writeReplyText(operation.marker)))

function checkApproval(context: CheckContext, operation: Operation, mail: ReportedMail, earlier: Operation[]): void {
  const { run, violations } = context
  const { marker, sends, needsApproval } = operation
  const decided = (run.decisions ?? []).filter((one) => one.marker === marker)
  if (decided.some(({ verdict, isCertain }) => verdict === 'declined' && isCertain))
    violations.outOfOrder.push(`the mail ${marker} left although it was declined`)
  const approvals = decided.filter(({ verdict }) => verdict === 'approved')
  if (!needsApproval && approvals.length === 0) return
  const taken = earlier.filter((one) => one === operation || wasTaken(context, one))
  const writers = new Set(taken.map(({ writer }) => writer))
  const byOthers = approvals.filter(({ by }) => !writers.has(by))
  if (byOthers.length === 0) {
    const versions = taken.map(({ marker: version, writer }) => `${version} by ${writer}`).join(', ')
    const people = approvals.map(({ by }) => by).join(', ') || 'nobody'
    violations.outOfOrder.push(
      `the mail ${marker} (${versions}) left without an approval by others: ${people} approved`,
    )
    return
  }
  const differs = ({ shown }: Decision): string | undefined =>
    findDifference(shown, mail) ??
    (isApprovedText(shown, mail.text ?? '', sends === 'forward')
      ? undefined
      : `the text\n${mail.text}\ninstead of\n${shown.text}\n${shown.added}`)
  const differences = byOthers.map(differs)
  if (differences.every((difference) => difference !== undefined))
    violations.outOfOrder.push(`the mail ${marker} is not the one that was approved: ${differences[0]}`)
}

function checkContent(context: CheckContext, operation: Operation, mail: ReportedMail): void {
  const { marker, entered } = operation
  if (!entered) return
  const difference = findDifference(entered, mail)
  if (difference) context.violations.lost.push(`the mail ${marker} is not the one that was entered: ${difference}`)
  if (!beginsWith(entered.text, mail.text ?? ''))
    context.violations.lost.push(`the text of the mail ${marker} is not the one that was entered: ${mail.text}`)
}

/** All planned mails were sent, each once, exactly as entered, and approved where that is needed. */
export function checkSends(context: CheckContext): void {
  const { run, finalState, violations, isAccepted } = context
  const families = listVersions(context)
  for (const [root, versions] of families) {
    const left = versions.flatMap((operation) =>
      finalState.sent.filter(isOf(operation.marker)).map((mail) => ({ operation, mail })),
    )
    if (left.length > 1) violations.duplicated.push(`of the mail ${root}, ${left.length} left in all its versions`)
    for (const { operation, mail } of left) {
      checkContent(context, operation, mail)
      checkApproval(context, operation, mail, versions.slice(0, versions.indexOf(operation) + 1))
    }
  }
  const known = [...families.values()].flat()
  for (const mail of finalState.sent)
    if (!known.some(({ marker }) => isOf(marker)(mail)))
      violations.duplicated.push(`nobody sent the mail ${mail.text?.slice(0, 100)}`)
  if (run.plannedSends === undefined) return
  // A person who does not learn whether a mail was sent sends another one.
  const unsure = [...families.values()].filter((versions) => !versions.some(isAccepted)).length
  const count = finalState.sent.length
  if (count < run.plannedSends) violations.lost.push(`${count} mails left instead of ${run.plannedSends}`)
  if (count > run.plannedSends + unsure)
    violations.duplicated.push(`${count} mails left instead of ${run.plannedSends}`)
}
