import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface CheckResult {
  name: string
  passed: boolean
  output: string
}

/** Runs one of the package's scripts that only read the source. `files` limits it to these. */
export async function runSourceCheck(name: string, files: string[] = []): Promise<CheckResult> {
  const child = spawn('npm', ['run', '--silent', name, '--', ...files], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)))
  const [code] = await once(child, 'close')
  return { name, passed: code === 0, output }
}

/** Prints what a check found, nothing more than its name if it passed. */
export function reportCheck({ name, passed, output }: CheckResult): void {
  console.log(passed ? `✓ ${name}` : `× ${name}\n${output}`)
}
