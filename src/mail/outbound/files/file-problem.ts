import type { SendProblem } from '../../records/replies/reply.ts'
import { buildProblem } from '../build-problem.ts'
import { UnsendableFile } from './unsendable-file.ts'

/** Converts a file error that the writer has to resolve; undefined for every other error. */
export function toFileProblem(error: unknown): SendProblem | undefined {
  if (!(error instanceof UnsendableFile)) return undefined
  const { reason, file, others } = error
  const code = 'file_gone'
  const facts = { code, file, ...(others.length > 0 && { others: [...others] }) }
  return buildProblem(reason, { code, who: 'writer' }, facts)
}
