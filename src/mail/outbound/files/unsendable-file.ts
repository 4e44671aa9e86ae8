import { UpstreamError, UserError } from '../../../core/errors.ts'
import type { ProblemReason } from '../../text/mail-text.ts'

/** All files travel in one request. */
export const MAX_FILES_BYTES = 64 * 1024 * 1024
/** Slack's own limit for the files of one form. */
export const MAX_FILES = 10

/** A mail cannot leave with this file until a person changes something. */
export class UnsendableFile extends UserError {
  readonly reason: ProblemReason
  /** Its name; text from outside. */
  readonly file: string
  /** The names of further files that cannot leave, whatever their reasons. */
  readonly others: readonly string[]

  constructor(reason: ProblemReason, file: string, others: readonly string[] = []) {
    super(`a mail cannot leave with an attached file: ${reason}`)
    this.reason = reason
    this.file = file
    this.others = others
  }
}

/** An error of a service with the name of the file that it was about; reading the file again later may help. */
export const nameFile = ({ message, details }: UpstreamError, file: string): UpstreamError =>
  new UpstreamError(message, { ...details, file })
