import { type ScopedFeature, scopedHandler } from '../../scoped-feature.ts'
import { type Job, omitFields, mayReachOutsidersIn } from '../model/job.ts'
import { endKeyOf, isOfferOver, type PostedOffer, renderSettledOffer } from '../model/offer.ts'
import type { JobScope } from '../job-scope.ts'
import { sendSettle, type SettleRequest, settleTask } from '../updates/settle-task.ts'

/** Removes the buttons of posted messages when their offer ends. */
export const postedOffersFeature: ScopedFeature<JobScope> = {
  tasks: [scopedHandler(settleTask, settleOffers)],
}

/** Keeps the text of a message for the time after its offer. Call before posting; safe to repeat. */
export async function keepOffer(
  { jobs, queue }: JobScope,
  { id }: Job,
  opId: string,
  offer: PostedOffer | undefined,
): Promise<void> {
  if (!offer) return
  const store = jobs.store
  await store.offers(id).update(opId, () => offer)
  const job = await store.update(id, (now) => (now.hasOffers ? undefined : { ...now, hasOffers: true }))
  // The job may have changed since, in a refresh that did not include this message.
  if (job && isOfferOver(offer, job)) await sendSettle(queue, job, `:${opId}`)
}

/** Settles one message after a person's decision. */
export async function settleOffer(
  { jobs, outbox }: JobScope,
  job: Job,
  opId: string,
  decision: { isSentAgain?: boolean } = {},
): Promise<void> {
  const { team, id, channel } = job
  const offers = jobs.store.offers(id)
  const row = await offers.get(opId)
  if (!row) return
  const mayReachOutsiders = mayReachOutsidersIn(job, channel)
  await outbox.replace({ team, opId, message: renderSettledOffer(row.value, decision), mayReachOutsiders })
  await offers.delete(opId, row.version)
}

async function settleOffers(scope: JobScope, { id }: SettleRequest): Promise<void> {
  const store = scope.jobs.store
  // Cleared before the messages are read: the mark of a message added meanwhile stays.
  const job = await store.update(id, (now) => (now.hasOffers ? omitFields(now, 'hasOffers') : undefined))
  if (!job) return
  const { rows } = await store.offers(id).list()
  for (const row of rows) if (isOfferOver(row.value, job)) await settleOffer(scope, job, row.id)
  if (rows.every(({ value }) => isOfferOver(value, job))) return
  const next = await store.update(id, (now) => (now.hasOffers ? undefined : { ...now, hasOffers: true }))
  // A change in between found no mark.
  if (next && (endKeyOf(next) !== endKeyOf(job) || next.continued !== job.continued))
    await sendSettle(scope.queue, next, ':again')
}
