import type { AccessAction } from '../../access/actions.ts'
import type { MailText } from '../text/mail-text.ts'

/** An action of the access policy about mail. */
export type MailAccess = Extract<
  AccessAction,
  'mail.read' | 'mail.reply' | 'mail.release' | 'mail.approve' | 'mail.administer'
>

/** Where an action is offered: as a button of the card, an entry of its ⋯ menu, a row behind More…, in Details, or in a form of its own. */
export type ActionSpot = 'card' | 'menu' | 'more' | 'details' | 'form'

/** An action of people on a mail, its thread, its sender or a reply. A listener or a task carries it out, by its verb. */
export interface ActionRow<Subject, Verb extends string = string> {
  /** Frozen: menus already posted and stored tasks contain it. */
  verb: Verb
  /** The id of the button. Frozen: messages already posted contain it. Absent for an action that is only in menus. */
  actionId?: string
  at: readonly ActionSpot[]
  /** The access that a person needs. `mail.read` is checked only for restricted mail. With `nothing`, the form or window that opens checks access. */
  needs: MailAccess | 'nothing'
  /** The words of its button; they may depend on the subject's state. */
  label(this: void, text: MailText, subject?: Subject): string
  /** Explains the action in one sentence, in More…. */
  hint?(this: void, text: MailText): string
  style?: 'primary' | 'danger'
  /**
   * The question that a person answers in a window before the act, if they may act. Its button has an id of its own, frozen: the row's id acts
   * immediately, because buttons of earlier versions ask by themselves.
   */
  asks?: { actionId: string; words(this: void, text: MailText): { title: string; text: string; yes: string } }
  /** Identifies the state that is shown with the button, as a part of its value: if it has changed, nothing is done until the person has seen it. */
  findShown?(this: void, subject: Subject): string | undefined
  /** Set if a click opens a form whose submission carries out the action. */
  opensForm?: true
  isAllowed(this: void, subject: Subject): boolean
}

/** An action that has a button. */
export type ButtonRow<Subject, Verb extends string = string> = ActionRow<Subject, Verb> & { actionId: string }

/** Whether an action has a button. */
export const hasButton = <Subject>(action: ActionRow<Subject>): action is ButtonRow<Subject> =>
  action.actionId !== undefined

/** The value of a button about a record: its id and, if the action asks for it, what was shown. Frozen: posted messages contain it. */
export const formatShown = (id: string, shown: string | undefined): string =>
  shown === undefined ? id : `${id} ${shown}`

/** Reads the value of a button; `shown` is undefined in buttons of earlier versions. */
export function parseShown(value: string): { id: string; shown?: string } {
  const [id = '', shown] = value.split(' ')
  return { id, ...(shown !== undefined && { shown }) }
}

/** Returns the first row of a verb; throws if the table has none. */
export function findAction<Row extends { verb: string }>(table: readonly Row[], verb: Row['verb']): Row {
  const row = table.find((one) => one.verb === verb)
  if (!row) throw new Error(`no action ${verb}`)
  return row
}
