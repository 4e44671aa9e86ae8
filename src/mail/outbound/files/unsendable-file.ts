import { UpstreamError, UserError } from '../../../core/errors.ts'
import type { ProblemReason } from '../../text/mail-text.ts'

/** All files are in one request. */
export const MAX_FILES_BYTES = 64 * 1024 * 1024
/** Slack's own limit for the files of one form. */
export const MAX_FILES = 10

/** A file that keeps a mail from being sent until a person changes something. */
export class UnsendableFile extends UserError {
  readonly reason: ProblemReason
  /** The file's name; text from outside. */
  readonly file: string
  /** The names of further files that cannot be sent, whatever their reasons. */
  readonly others: readonly string[]

  constructor(reason: ProblemReason, file: string, others: readonly string[] = []) {
    super(`a mail cannot be sent with an attached file: ${reason}`)
    this.reason = reason
    this.file = file
    this.others = others
  }
}

/** Adds the name of the file to a service's error; reading the file again later may help. */
export const nameFile = ({ message, details }: UpstreamError, file: string): UpstreamError =>
  new UpstreamError(message, { ...details, file })
