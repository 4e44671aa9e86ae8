import { actionsBlock, contextBlock, quoteBlock, section } from '../../slack/blocks/block-builders.ts'
import { mrkdwnLink, truncate } from '../../slack/blocks/mrkdwn.ts'
import { readQuietName } from '../../slack/directory/quiet-name.ts'
import { renderActionButton } from '../card/action-buttons.ts'
import { readCardUrl } from '../card/card-context.ts'
import type { JobScope } from '../job-scope.ts'
import type { Job } from '../model/job.ts'
import { endKeyOf } from '../model/offer.ts'
import { keepOffer } from '../notify/posted-offers.ts'
import { jobTextIn } from '../text/jobs-text.ts'

const TEXT_CHARS = 2500

/**
 * Returns the text of a job to its requester by direct message, with a button to edit and start it, once another person has stopped it before it was sent.
 * Once somebody has started it again, the message says that and has no button.
 * Does nothing if they stopped it themselves, or may no longer use the app.
 */
export async function notifyOfStop(scope: JobScope, job: Job, by: string): Promise<void> {
  const { team, requester: user, id, attempt } = job
  if (user === by || !(await scope.access.mayUse(team, user))) return
  const text = jobTextIn(await scope.languages.ofPerson(team, user))
  const name = await readQuietName(text, scope.people, team, by)
  const sentence = text.stoppedBy({ name })
  const [prompt, url] = await Promise.all([scope.jobs.store.prompt(id), readCardUrl(scope, job)])
  // Without the quotes, which the person did not write.
  const quote = prompt?.instruction ? truncate(prompt.instruction, TEXT_CHARS) : undefined
  const link = url === undefined ? undefined : mrkdwnLink(url, text.list.card)
  const opId = `jobs.stopped:${id}:${attempt}`
  await keepOffer(scope, job, opId, {
    until: endKeyOf(job),
    text: text.stoppedEarlier({ name }),
    ...(quote !== undefined && { quote }),
    ...(link !== undefined && { link }),
  })
  const blocks = [
    section(sentence),
    ...(quote === undefined ? [] : [quoteBlock(quote)]),
    ...actionsBlock(renderActionButton(text, 'edit', job)),
    ...contextBlock(link),
  ]
  await scope.outbox.postDirect({
    team,
    user,
    opId,
    message: { text: sentence, blocks },
  })
}
