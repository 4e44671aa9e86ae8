import { combineFeatures, type Feature, type JobsForMail, type Slice } from '../slice.ts'
import { findJobLink } from './access/job-act.ts'
import { actionListenersFeature } from './actions/action-listeners.ts'
import { formSubmissionsFeature } from './actions/form-submissions.ts'
import { jobActionsFeature } from './actions/job-actions.ts'
import { jobCardFeature } from './card/card-kind.ts'
import { findPullRequest, findStartedJobs } from './card/started-jobs.ts'
import { docsCommandFeature } from './entrypoints/docs-command.ts'
import { incomingMessagesFeature } from './entrypoints/incoming-message.ts'
import { startQuestionFeature } from './entrypoints/start-question.ts'
import { jobFormFeature } from './entrypoints/job-form-submission.ts'
import { followUpFeature } from './follow-up/send-follow-up.ts'
import { openMailJobForm } from './form/mail-form.ts'
import { messageFormFeature } from './form/message-form.ts'
import { docsListFeature } from './lists/docs-list.ts'
import { homeSectionsFeature } from './lists/home-sections.ts'
import { jobListFeature } from './lists/job-list.ts'
import { listRefreshFeature } from './lists/list-refresh.ts'
import { recordReplyOutcome } from './notify/reply-outcome.ts'
import { postedOffersFeature } from './notify/posted-offers.ts'
import { refusedPostFeature } from './notify/thread-post.ts'
import { threadStatusFeature } from './notify/thread-status.ts'
import { admissionFeature } from './run/admission.ts'
import { adoptionFeature } from './run/adopt-job.ts'
import { creationFeature } from './run/create-job.ts'
import { pollingFeature } from './run/poll-job.ts'
import { declareJobSettings } from './model/job-settings.ts'
import { createJobServices, type JobsConfig, type JobServices, type JobsOptions } from './services.ts'
import { chooseChannelFeature } from './start/choose-channel.ts'
import { reactionStartFeature } from './start/reaction-start.ts'
import { startFeature } from './start/start-job.ts'

/** The slice, and what mail uses of it through app.ts. */
export interface JobsSlice extends Slice {
  forMail: JobsForMail
}

/** Agent jobs: started, watched and steered from Slack. */
export function createJobs(options: JobsOptions): JobsSlice {
  const services = createJobServices(options)
  const forMail: JobsForMail = {
    openForm: (click, source) => openMailJobForm(services, click, source),
    findStarted: (team, mail, channel) => findStartedJobs(services, team, mail, channel),
    findPullRequest: (reader, job) => findPullRequest(services, reader, job),
    showReplyOutcome: (team, job, outcome) => recordReplyOutcome(services, team, job, outcome),
  }
  return { ...combineJobFeatures(services, options.config), forMail }
}

function combineJobFeatures(services: JobServices, config: JobsConfig): Required<Feature> {
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
      settings: declareJobSettings(config),
      auditLinks: [{ kind: 'job', findLink: (team, id) => findJobLink(services, team, id) }],
      settingTargets: [{ scope: 'project', list: () => Promise.resolve(services.projects.names) }],
    },
  )
}
