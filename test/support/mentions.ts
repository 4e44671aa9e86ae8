import type { Harness } from './harness.ts'

const MENTION = /<@([UW]\w+)|"user_id\\*":\\*"([UW]\w+)/g

/** The people mentioned by each message that the app posted, in the order of the posts. */
export async function readMentioned({ slack }: Harness): Promise<string[]> {
  const posts = (await slack.calls()).filter(({ method }) => method === 'chat.postMessage')
  return posts.flatMap(({ args }) => [
    ...new Set([...JSON.stringify(args).matchAll(MENTION)].map(([, one, other]) => String(one ?? other))),
  ])
}
