import { menuOption, overflow } from '../../slack/blocks/block-builders.ts'
import { actionIds } from '../action-ids.ts'
import { canPause, type Job } from '../model/job.ts'
import { jobText } from '../text/en.ts'

/** What is done most often with a job in this state, and behind it everything else. */
export function renderListMenu(job: Job) {
  const entry = (verb: string, text: string) => menuOption(text, `${verb}:${job.id}`)
  const { buttons } = jobText
  const is = (...states: Job['state'][]): boolean => states.includes(job.state)
  const isSilent = job.silentSince !== undefined
  return overflow(actionIds.listed, [
    ...(is('held') && canPause(job) ? [entry('undo', buttons.undo)] : []),
    ...(is('waiting') || (is('creating') && isSilent) ? [entry('cancel', buttons.cancel)] : []),
    ...(is('asking') ? [entry('anyway', buttons.anyway)] : []),
    ...(is('paused') ? [entry('anyway', buttons.startNow)] : []),
    ...(is('asking', 'picking', 'paused') ? [entry('drop', buttons.drop)] : []),
    ...(is('unknown') ? [entry('found', buttons.found)] : []),
    ...(is('failed', 'refused') ? [entry('retry', buttons.retry)] : []),
    ...(is('failed', 'refused', 'dropped') ? [entry('edit', buttons.edit)] : []),
    ...(is('archived', 'gone') ? [entry('continue', buttons.continue)] : []),
    ...(is('working') && isSilent ? [entry('check', buttons.check)] : []),
    ...(is('working', 'finished', 'failed') ? [entry('follow_up', buttons.followUp)] : []),
    ...(is('working') && !isSilent ? [entry('stop', buttons.stop), entry('unwatch', buttons.unwatch)] : []),
    ...(is('unwatched') ? [entry('watch', buttons.watch)] : []),
    entry('prompt', buttons.prompt),
    entry('more', jobText.list.more),
  ])
}
