import type { MailText } from './mail-text.ts'

/** Lists the values of a rule's condition; of more than `most`, the first ones and how many more there are. */
export function listRuleValues(
  { rules, formats }: MailText,
  values: string[],
  most: number,
  joinedBy: 'or' | 'comma',
): string {
  const count = values.length - most
  return formats.list(count > 0 ? [...values.slice(0, most), rules.moreValues({ count })] : values, joinedBy)
}
