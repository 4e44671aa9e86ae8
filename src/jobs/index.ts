import { combineFeatures, type Slice } from '../slice.ts'
import { findJobLink } from './access/job-act.ts'
import { actionListenersFeature } from './actions/action-listeners.ts'
import { formSubmissionsFeature } from './actions/form-submissions.ts'
import { jobActionsFeature } from './actions/job-actions.ts'
import { jobCardFeature } from './card/card-kind.ts'
import { docsCommandFeature } from './entrypoints/docs-command.ts'
import { incomingMessagesFeature } from './entrypoints/incoming-message.ts'
import { startQuestionFeature } from './entrypoints/start-question.ts'
import { jobFormFeature } from './entrypoints/job-form-submission.ts'
import { followUpFeature } from './follow-up/send-follow-up.ts'
import { messageFormFeature } from './form/message-form.ts'
import { docsListFeature } from './lists/docs-list.ts'
import { homeSectionsFeature } from './lists/home-sections.ts'
import { jobListFeature } from './lists/job-list.ts'
import { listRefreshFeature } from './lists/list-refresh.ts'
import { postedOffersFeature } from './notify/posted-offers.ts'
import { refusedPostFeature } from './notify/thread-post.ts'
import { threadStatusFeature } from './notify/thread-status.ts'
import { admissionFeature } from './run/admission.ts'
import { adoptionFeature } from './run/adopt-job.ts'
import { creationFeature } from './run/create-job.ts'
import { pollingFeature } from './run/poll-job.ts'
import { declareJobSettings } from './model/job-settings.ts'
import { createJobServices, type JobsOptions } from './services.ts'
import { chooseChannelFeature } from './start/choose-channel.ts'
import { reactionStartFeature } from './start/reaction-start.ts'
import { startFeature } from './start/start-job.ts'

/** Agent jobs: started, watched and steered from Slack. */
export function createJobs(options: JobsOptions): Slice {
  const services = createJobServices(options)
  return combineFeatures(
    // Where people ask for something
    docsCommandFeature(services),
    startQuestionFeature(services),
    incomingMessagesFeature(services),
    jobFormFeature(services),
    messageFormFeature(services),
    reactionStartFeature(services),
    chooseChannelFeature(services),
    docsListFeature(services),
    // From a request to a job at the agent, and to its end
    startFeature(services),
    admissionFeature(services),
    creationFeature(services),
    pollingFeature(services),
    adoptionFeature(services),
    followUpFeature(services),
    // What people do with a job
    actionListenersFeature(services),
    formSubmissionsFeature(services),
    jobActionsFeature(services),
    // Where jobs are shown
    jobCardFeature(services),
    refusedPostFeature(services),
    postedOffersFeature(services),
    threadStatusFeature(services),
    jobListFeature(services),
    listRefreshFeature(services),
    homeSectionsFeature(services),
    {
      settings: declareJobSettings(options),
      auditLinks: [{ kind: 'job', findLink: (team, id) => findJobLink(services, team, id) }],
      settingTargets: [{ scope: 'project', list: () => Promise.resolve(services.projects.names) }],
    },
  )
}
