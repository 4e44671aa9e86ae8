import type { ScopedFeature } from '../../scoped-feature.ts'
import { actionsBlock } from '../../slack/blocks/block-builders.ts'
import { channelMention } from '../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import type { CardMessage } from '../../slack/outbox/card-kinds.ts'
import { SHARED_CHANNEL } from '../../slack/outbox/cleared-writes.ts'
import type { MessageRef } from '../../slack/outbox/post-once.ts'
import { isLive, type Job, omitFields, shortenTitle, threadTsOf, mayReachOutsidersIn } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'
import { jobTextIn } from '../text/jobs-text.ts'
import { formatBold } from '../text/sentence-parts.ts'
import { headCopyName, JOB_CARD, MIRROR_PREFIX } from '../updates/card-ref.ts'
import { refreshCardsOfMail } from '../updates/job-updates.ts'
import { renderActionButton } from './action-buttons.ts'
import { readCardContext, readCardUrl } from './card-context.ts'
import { renderJobCard } from './job-card.ts'

/** Renders a job's card from its newest record, and records where it was posted or that it was lost. */
export const jobCardFeature: ScopedFeature<JobScope> = {
  cards: [
    {
      kind: JOB_CARD,
      render: (scope, id, copy) => renderCard(scope, { team: scope.team, id, copy }),
      // The card of the job itself is shown again only where its requester wants it.
      comesBack: (copy) => copy?.startsWith(MIRROR_PREFIX) === true,
      mayReachOutsiders: async (scope, id, channel) => {
        const job = await scope.jobs.store.get(id)
        return job !== undefined && mayReachOutsidersIn(job, channel)
      },
      onPosted: (scope, id, message, copy) => recordCardLocation(scope, { team: scope.team, id, copy }, message),
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

const isHead = (job: Job, copy: string | undefined): boolean => copy === headCopyName(job)

async function renderCard(scope: JobScope, { team, id, copy }: CardCopy): Promise<CardMessage | undefined> {
  const job = await scope.jobs.store.get(id)
  if (!job) return undefined
  const shownIn = copy?.startsWith(MIRROR_PREFIX) ? copy.slice(MIRROR_PREFIX.length) : job.channel
  const text = jobTextIn(await scope.languages.ofConversation(team, shownIn, job.requester))
  if (!copy?.startsWith(MIRROR_PREFIX))
    return { ...renderJobCard(text, job, await readCardContext(scope, text, job)), state: job.state }
  const [context, url, isOpen] = await Promise.all([
    readCardContext(scope, text, job, shownIn),
    readCardUrl(scope, job),
    // Without Slack's answer about the members, fewer buttons are shown.
    scope.jobAccess.isOpenToMembers(job).catch(() => false),
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

/** The job continues without its card: the requester is sent instructions to restore it, and is notified of the end by direct message. */
async function handleLostCard(
  { jobs, outbox, languages }: JobScope,
  { team, id, copy }: CardCopy,
  { code, channel }: { code: string; channel: string },
): Promise<void> {
  const job = await jobs.store.update(id, (now) =>
    isHead(now, copy) && now.lost !== code ? { ...now, lost: code } : undefined,
  )
  if (!job || !isHead(job, copy)) return
  const text = jobTextIn(await languages.ofPerson(team, job.requester))
  const isOutside = code === 'not_in_channel' || code === 'channel_not_found'
  const about = { title: formatBold(shortenTitle(job)), isLive: isLive(job) }
  const place = { channel: channelMention(channel), ...about }
  const outsideText = isOutside ? text.postHere(place) : text.cannotPost(place)
  const lostText = code === SHARED_CHANNEL ? text.nowShared(place) : outsideText
  await outbox.postDirect({
    team,
    user: job.requester,
    opId: `jobs.lost:${id}:${job.head ?? 0}:${threadTsOf(job) ?? ''}`,
    message: textMessage(
      job.isGroup ? text.notInGroup(about) : lostText,
      actionsBlock(
        !job.isGroup && renderActionButton(text, 'post_here', job),
        renderActionButton(text, 'show_direct', job),
      ),
    ),
  })
}
