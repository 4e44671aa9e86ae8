import type { Clock } from '../core/clock.ts'
import type { JobsForMail, Slice } from '../slice.ts'
import { bindFeatures, type NotConnectedText, type ScopedFeature } from '../scoped-feature.ts'
import { createWorkspaces } from '../workspace-scope.ts'
import { jobTextIn } from './text/jobs-text.ts'
import { findJobLink, findJobName } from './access/job-act.ts'
import { actionListenersFeature } from './actions/action-listeners.ts'
import { askFirstFeature } from './actions/ask-first.ts'
import { formSubmissionsFeature } from './actions/form-submissions.ts'
import { jobActionsFeature } from './actions/job-actions.ts'
import { jobCardFeature } from './notify/card-kind.ts'
import { findJobActivity, findPullRequest, findSourceMail, findStartedJobs } from './card/started-jobs.ts'
import { docsCommandFeature } from './entrypoints/docs-command.ts'
import { changedRequestsFeature } from './entrypoints/changed-request.ts'
import { incomingMessagesFeature } from './entrypoints/incoming-message.ts'
import { additionQuestionFeature } from './entrypoints/addition-question.ts'
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
import { pullRequestReminderFeature } from './notify/pull-request-reminder.ts'
import { createStatusMemory } from './notify/status-memory.ts'
import { createPollMemory } from './run/poll-memory.ts'
import { threadStatusFeature } from './notify/thread-status.ts'
import { admissionFeature } from './run/admission.ts'
import { adoptionFeature } from './run/adopt-job.ts'
import { creationFeature } from './run/create-job.ts'
import { pollingFeature } from './run/poll-job.ts'
import { declareSettings, replyRuleFeature } from './card/refresh-reply-rule.ts'
import { createJobScope, type JobScope, type JobsOptions } from './job-scope.ts'
import { chooseChannelFeature } from './start/choose-channel.ts'
import { reactionStartFeature } from './start/reaction-start.ts'
import { startFeature } from './start/start-job.ts'

/** The slice, and its interface to mail. */
export interface JobsSlice extends Slice {
  /** The functions that mail uses in a workspace; undefined if no agent is connected there. */
  forMail(this: void, team: string): Promise<JobsForMail | undefined>
}

/** Agent jobs: started, watched and steered from Slack. */
export function createJobs(options: JobsOptions): JobsSlice {
  const workspaces = createWorkspaces((team) => createJobScope(options, team))
  const { services } = options.platform
  return {
    ...bindFeatures(createFeatures(services.clock), workspaces, { ...services, notConnected }),
    async forMail(team) {
      const scope = await workspaces.of(team)
      return scope && offerToMail(scope)
    },
  }
}

const offerToMail = (scope: JobScope): JobsForMail => ({
  openForm: (click, source) => openMailJobForm(scope, click, source),
  findStarted: (mail, channel) => findStartedJobs(scope, mail, channel),
  findActivity: (mail) => findJobActivity(scope, mail),
  findPullRequest: (user, job) => findPullRequest(scope, user, job),
  findSourceMail: (user, job) => findSourceMail(scope, user, job),
  showReplyOutcome: (job, outcome) => recordReplyOutcome(scope, job, outcome),
})

const notConnected: NotConnectedText = {
  title: (language) => jobTextIn(language).notConnected.title,
  sentence: (language) => jobTextIn(language).notConnected.sentence,
}

/** Memory of polls and statuses is shared by all workspaces of the process. */
const createFeatures = (clock: Clock): ScopedFeature<JobScope>[] => [
  // Entry points
  docsCommandFeature,
  startQuestionFeature,
  additionQuestionFeature,
  incomingMessagesFeature,
  changedRequestsFeature,
  jobFormFeature,
  messageFormFeature,
  reactionStartFeature,
  chooseChannelFeature,
  docsListFeature,
  // From a request to the agent's job, and to its end
  startFeature,
  admissionFeature,
  creationFeature,
  pollingFeature(createPollMemory(clock)),
  adoptionFeature,
  followUpFeature,
  // Acts on jobs
  actionListenersFeature,
  askFirstFeature,
  formSubmissionsFeature,
  jobActionsFeature,
  // Displays of jobs
  jobCardFeature,
  replyRuleFeature,
  refusedPostFeature,
  postedOffersFeature,
  pullRequestReminderFeature,
  threadStatusFeature(createStatusMemory(clock)),
  jobListFeature,
  listRefreshFeature,
  homeSectionsFeature,
  {
    settings: declareSettings,
    auditLinks: [{ kind: 'job', findLink: findJobLink, findName: findJobName }],
    settingTargets: ({ projects }) => [{ scope: 'project', list: () => Promise.resolve(projects.names) }],
  },
]
