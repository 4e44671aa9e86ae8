import type { LogFinding } from './observations.ts'

/** The logger limits the fields of a line to 32 KB and its message to 4 KB; the rest are the names of its own fields. */
const LONGEST_LINE = 40 * 1024
const SHOWN = 300

export interface LogScanner {
  /** Takes a piece of output; lines may be split over pieces. */
  write(chunk: string): void
  /** Judges what came after the last line break. */
  end(): void
}

/** Reads the app's output as it comes and reports what a log must not contain. */
export function createLogScanner(options: {
  secrets: string[]
  /** Words of the cases' texts. */
  contents: string[]
  onFinding(this: void, finding: LogFinding): void
}): LogScanner {
  const { secrets, contents, onFinding } = options
  let rest = ''
  const hide = (line: string): string =>
    [...secrets, ...contents]
      .reduce((text, word) => text.replaceAll(word, '…'), line.slice(0, SHOWN * 10))
      .slice(0, SHOWN)
  function scan(line: string): void {
    const report = (kind: LogFinding['kind']): void => onFinding({ kind, line: hide(line) })
    if (line.length > LONGEST_LINE) report('long line')
    if (secrets.some((secret) => line.includes(secret))) report('secret')
    if (contents.some((word) => line.includes(word))) report('content')
    if (/"level":"fatal"|unhandledRejection|uncaughtException|^node:internal|^Node\.js v/.test(line)) report('fatal')
  }
  return {
    write(chunk) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) scan(line)
    },
    end() {
      if (rest !== '') scan(rest)
      rest = ''
    },
  }
}
