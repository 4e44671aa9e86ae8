import { truncate } from '../../slack/blocks/mrkdwn.ts'

/** A long name keeps its ending, which says what the file is. */
export function shortenFileName(name: string, max: number): string {
  const ending = /\.[^.\s]{1,8}$/.exec(name)?.[0] ?? ''
  return `${truncate(name.slice(0, name.length - ending.length), max - ending.length)}${ending}`
}
