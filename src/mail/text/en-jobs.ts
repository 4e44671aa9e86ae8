/** Docs jobs that are started from a mail. */
export const englishJobs = {
  start: 'Start docs job',
  startHint: 'Have the docs agent do something about this mail, which goes along as a quotation.',
  started: (link: string) => `📄 Docs job: ${link}`,
  /** The text of the reply, before the address. */
  pullRequest: 'We’ve prepared a change to our documentation because of your mail: ',
  notConnected: 'No docs agent is connected to this workspace. Ask an admin of Bellhop.',
  noPullRequest: 'Bellhop can’t find this job’s pull request. The job’s card shows what you can do now.',
}
