import type { Prng } from '../tools/prng.ts'
import type { SandboxProcess } from '../tools/sandbox-process.ts'
import type { AppUnderTest } from './app-under-test.ts'
import type { Samples } from './capture-samples.ts'
import { CANARIES } from './canary.ts'
import type { CaseMarks } from './freshen-samples.ts'
import type { CaseResult, Observations } from './observations.ts'

/** The tools of an entrance. */
export interface EntranceRun {
  entrance: Entrance
  seed: number
  /** The numbers of the cases, in order. */
  indexes: number[]
  sandbox: SandboxProcess
  app: AppUnderTest
  samples: Samples
  observations: Observations
  /** The generator of one case, which depends on nothing but the seed and the number. */
  prngOf(index: number): Prng
  report(this: void, result: CaseResult): void
  /** Proves that people and mails are still served; called between batches. */
  checkSentinels(): Promise<void>
  onProgress(this: void, line: string): void
}

/** A way into the app. */
export interface Entrance {
  name: string
  /** Nothing that this entrance sends may have an effect. */
  isForged: boolean
  /** Whether it needs settings of its own; the others share an app. */
  hasOwnApp: boolean
  /** Starts the servers that it needs; `env` are the settings that lead the app to them. */
  open(sandbox: SandboxProcess): Promise<OpenEntrance>
}

export interface OpenEntrance {
  env: Record<string, string>
  send(run: EntranceRun): Promise<void>
  close(): void
}

/** The marks of one case; the same each time. */
export const marksOf = ({ entrance, seed }: EntranceRun, index: number): CaseMarks => ({
  id: `${entrance.name.replace(/\W/, '')}${seed}x${index}`,
  canary: entrance.isForged ? CANARIES.forged : CANARIES.signed,
})
