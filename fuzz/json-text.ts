/** Text that stands for itself in JSON: what no JavaScript value can express, such as 1e999 or a key that occurs twice. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonText)

/** Writes a value as JSON, with every `JsonText` unchanged. */
export function writeJson(value: unknown): string {
  if (value instanceof JsonText) return value.text
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null'
  return `{${Object.entries(value).map(writeMember).join(',')}}`
}

const writeMember = ([key, value]: [string, unknown]): string => `${JSON.stringify(key)}:${writeJson(value)}`
