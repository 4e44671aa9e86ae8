import type { ScopedFeature } from '../../scoped-feature.ts'
import { actionsBlock, richText } from '../../slack/blocks/block-builders.ts'
import { channelMention } from '../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import type { CardMessage } from '../../slack/outbox/card-kinds.ts'
import { SHARED_CHANNEL } from '../../slack/outbox/cleared-writes.ts'
import type { MessageRef } from '../../slack/outbox/post-once.ts'
import { isLive, type Job, omitFields, shortenTitle, mayReachOutsidersIn } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'
import { type JobText, jobTextIn } from '../text/jobs-text.ts'
import { closeLossNotice, lossNoticeId } from './loss-notice.ts'
import { keepOffer } from './posted-offers.ts'
import { formatBold } from '../text/sentence-parts.ts'
import { headCopyName, JOB_CARD, MIRROR_PREFIX } from '../updates/card-ref.ts'
import { refreshCardsOfMail } from '../updates/job-updates.ts'
import { renderActionButton } from '../card/action-buttons.ts'
import { readCardContext, readCardUrl } from '../card/card-context.ts'
import { renderJobCard } from '../card/job-card.ts'

/** Renders a job's card from its newest record, and records where it was posted or that it was lost. */
export const jobCardFeature: ScopedFeature<JobScope> = {
  cards: [
    {
      kind: JOB_CARD,
      render: (scope, id, copy) => renderCard(scope, { team: scope.team, id, copy }),
      comesBack: () => true,
      mayReachOutsiders: async (scope, id, channel) => {
        const job = await scope.jobs.store.get(id)
        return job !== undefined && mayReachOutsidersIn(job, channel)
      },
      onPosted: (scope, id, message, copy) => recordCardLocation(scope, { team: scope.team, id, copy }, message),
      onReturned: recordReturn,
      onLost: (scope, id, { code, channel, copy }) =>
        handleLostCard(scope, { team: scope.team, id, copy }, { code, channel }),
    },
  ],
}

interface CardCopy {
  team: string
  id: string
  copy: string | undefined
}

/** All that remains of a card that was posted again elsewhere. Slack refuses to update rich text to anything else. */
const renderPostedAgain = ({ cardPostedAgain: line }: JobText): CardMessage => ({
  text: line,
  blocks: [richText([{ type: 'rich_text_section', elements: [{ type: 'text', text: line }] }])],
})

const isPerson = (channel: string): boolean => /^[UW]/.test(channel)

const isHead = (job: Job, copy: string | undefined): boolean => copy === headCopyName(job)

async function renderCard(scope: JobScope, { team, id, copy }: CardCopy): Promise<CardMessage | undefined> {
  const job = await scope.jobs.store.get(id)
  if (!job) return undefined
  const shownIn = copy?.startsWith(MIRROR_PREFIX) ? copy.slice(MIRROR_PREFIX.length) : job.channel
  // A copy in direct messages stays as it is for a person who may no longer read the job.
  if (isPerson(shownIn) && shownIn !== job.channel && !(await scope.jobAccess.mayReadJob({ user: shownIn }, job)))
    return undefined
  const text = jobTextIn(await scope.languages.ofConversation(team, shownIn, job.requester))
  if (!copy?.startsWith(MIRROR_PREFIX)) {
    // A channel that accepts edits again may still have a card that was posted again elsewhere meanwhile.
    if (!isHead(job, copy)) return renderPostedAgain(text)
    return { ...renderJobCard(text, job, await readCardContext(scope, text, job)), state: job.state }
  }
  const [context, url, isOpen] = await Promise.all([
    readCardContext(scope, text, job, shownIn),
    readCardUrl(scope, job),
    // Without Slack's answer about the members, fewer buttons are shown.
    isPerson(shownIn) || scope.jobAccess.isOpenToMembers(job).catch(() => false),
  ])
  return { ...renderJobCard(text, job, { ...context, mirror: { url, isOpen } }), state: job.state }
}

async function recordCardLocation(
  { jobs, cards }: JobScope,
  { id, copy }: CardCopy,
  message: MessageRef,
): Promise<void> {
  const store = jobs.store
  const job = await store.update(id, (now) =>
    isHead(now, copy) && (now.cardTs !== message.ts || now.channel !== message.channel)
      ? { ...omitFields(now, 'lost'), cardTs: message.ts, channel: message.channel }
      : undefined,
  )
  if (job) await refreshCardsOfMail(cards, job)
  // Updates the card of the continued job, which links to this one.
  const continued = job?.from === undefined ? undefined : await store.get(job.from)
  if (continued) await jobs.refresh(continued)
}

/** The channel accepts the card again: it has its thread again, and the requester's message about the loss is closed. Safe to repeat. */
async function recordReturn(scope: JobScope, id: string, copy: string | undefined): Promise<void> {
  const { jobs } = scope
  const job = await jobs.store.get(id)
  if (!job || !isHead(job, copy)) return
  await closeLossNotice(scope, job)
  await jobs.update(id, (now) => (isHead(now, copy) && now.lost !== undefined ? omitFields(now, 'lost') : undefined))
}

function describeLoss(
  text: JobText,
  code: string,
  { wasShown, ...place }: { channel: string; title: string; isLive: boolean; wasShown: boolean },
): string {
  switch (code) {
    case SHARED_CHANNEL:
      return text.nowShared(place)
    case 'not_in_channel':
    case 'channel_not_found':
      return text.postHere(place)
    case 'message_not_found':
      return text.cardDeleted(place)
    case 'is_archived':
      return wasShown ? text.channelArchived(place) : text.cannotPost(place)
    default:
      return text.cannotPost(place)
  }
}

/**
 * The job continues without its card until its channel accepts it again: the requester is sent instructions to see it, and is notified of the end by
 * direct message.
 */
async function handleLostCard(
  scope: JobScope,
  { team, id, copy }: CardCopy,
  { code, channel }: { code: string; channel: string },
): Promise<void> {
  const { jobs, outbox, languages } = scope
  const job = await jobs.store.update(id, (now) => {
    if (!isHead(now, copy) || now.lost === code) return undefined
    return { ...now, lost: code, ...(now.lost === undefined && { losses: (now.losses ?? 0) + 1 }) }
  })
  if (!job || !isHead(job, copy)) return
  const text = jobTextIn(await languages.ofPerson(team, job.requester))
  const about = { title: formatBold(shortenTitle(job)), isLive: isLive(job) }
  const place = { channel: channelMention(channel), ...about }
  const isArchived = code === 'is_archived' && job.cardTs !== undefined
  const lostText = describeLoss(text, code, { ...place, wasShown: job.cardTs !== undefined })
  const opId = lossNoticeId(job)
  await keepOffer(scope, job, opId, { until: 'decided', text: text.cardReturned(about) })
  await outbox.postDirect({
    team,
    user: job.requester,
    opId,
    message: textMessage(
      job.isGroup ? text.notInGroup(about) : lostText,
      actionsBlock(
        !job.isGroup && !isArchived && renderActionButton(text, 'post_here', job),
        renderActionButton(text, 'show_direct', job),
      ),
    ),
  })
}
