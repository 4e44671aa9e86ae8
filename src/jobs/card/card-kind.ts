import type { Feature } from '../../slice.ts'
import { actionsBlock } from '../../slack/blocks/block-builders.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import type { CardMessage } from '../../slack/outbox/card-kinds.ts'
import type { MessageRef } from '../../slack/outbox/post-once.ts'
import { type Job, omitFields, threadTsOf } from '../model/job.ts'
import type { JobServices } from '../services.ts'
import { jobTextIn } from '../text/jobs-text.ts'
import { headCopyName, JOB_CARD, MIRROR_PREFIX } from '../updates/card-ref.ts'
import { refreshCardsOfMail } from '../updates/job-updates.ts'
import { renderActionButton } from './action-buttons.ts'
import { readCardContext, readCardUrl } from './card-context.ts'
import { renderJobCard } from './job-card.ts'

/** Renders a job's card from its newest record, and records where it was posted or that it was lost. */
export function jobCardFeature(services: JobServices): Feature {
  return {
    cards: [
      {
        kind: JOB_CARD,
        render: (team, id, copy) => renderCard(services, { team, id, copy }),
        onPosted: (team, id, place, copy) => recordCardPlace(services, { team, id, copy }, place),
        onLost: (team, id, { code, channel, copy }) => handleLostCard(services, { team, id, copy }, { code, channel }),
      },
    ],
  }
}

interface CardCopy {
  team: string
  id: string
  copy: string | undefined
}

const isHead = (job: Job, copy: string | undefined): boolean => copy === headCopyName(job)

async function renderCard(services: JobServices, { team, id, copy }: CardCopy): Promise<CardMessage | undefined> {
  const job = await services.jobs.storeOf(team).get(id)
  if (!job) return undefined
  const shownIn = copy?.startsWith(MIRROR_PREFIX) ? copy.slice(MIRROR_PREFIX.length) : job.channel
  const text = jobTextIn(await services.languages.ofConversation(team, shownIn, job.requester))
  if (!copy?.startsWith(MIRROR_PREFIX))
    return { ...renderJobCard(text, job, await readCardContext(services, text, job)), state: job.state }
  const [context, url, isOpen] = await Promise.all([
    readCardContext(services, text, job, shownIn),
    readCardUrl(services, job),
    // Fewer buttons if Slack does not say who may use them.
    services.jobAccess.isOpenToMembers(job).catch(() => false),
  ])
  return { ...renderJobCard(text, job, { ...context, mirror: { url, isOpen } }), state: job.state }
}

async function recordCardPlace(
  { jobs, cards }: JobServices,
  { team, id, copy }: CardCopy,
  place: MessageRef,
): Promise<void> {
  const store = jobs.storeOf(team)
  const job = await store.update(id, (now) =>
    isHead(now, copy) && (now.cardTs !== place.ts || now.channel !== place.channel)
      ? { ...omitFields(now, 'lost'), cardTs: place.ts, channel: place.channel }
      : undefined,
  )
  if (job) await refreshCardsOfMail(cards, job)
  // The card of the job that this one continues links here.
  const continued = job?.from === undefined ? undefined : await store.get(job.from)
  if (continued) await jobs.refresh(continued)
}

/** The job continues without its card: the requester learns how to get it back, and is notified of the end by direct message. */
async function handleLostCard(
  { jobs, outbox, languages }: JobServices,
  { team, id, copy }: CardCopy,
  { code, channel }: { code: string; channel: string },
): Promise<void> {
  const job = await jobs
    .storeOf(team)
    .update(id, (now) => (isHead(now, copy) && now.lost !== code ? { ...now, lost: code } : undefined))
  if (!job || !isHead(job, copy)) return
  const text = jobTextIn(await languages.ofPerson(team, job.requester))
  const isOutside = code === 'not_in_channel' || code === 'channel_not_found'
  const outsideText = isOutside ? text.postHere(channel) : text.cannotPost(channel)
  await outbox.postDirect({
    team,
    user: job.requester,
    opId: `jobs.lost:${id}:${job.head ?? 0}:${threadTsOf(job) ?? ''}`,
    message: textMessage(
      job.isGroup ? text.notInGroup : outsideText,
      actionsBlock(
        !job.isGroup && renderActionButton(text, 'post_here', job),
        renderActionButton(text, 'show_direct', job),
      ),
    ),
  })
}
