import { truncate } from '../../slack/blocks/mrkdwn.ts'

/** Shortens a file name, but keeps its ending, which shows the type of the file. */
export function shortenFileName(name: string, max: number): string {
  const ending = /\.[^.\s]{1,8}$/.exec(name)?.[0] ?? ''
  return `${truncate(name.slice(0, name.length - ending.length), max - ending.length)}${ending}`
}
