import type { ScopedFeature } from '../../scoped-feature.ts'
import { shareFilesFeature } from './files/share-files.ts'
import { showFilesFeature } from './files/show-files.ts'
import { bulkFormFeature } from './bulk/bulk-form.ts'
import { bulkActsFeature } from './bulk/bulk-task.ts'
import { findMailFeature } from './find/find-mail.ts'
import { indexMailFeature } from './find/index-mail.ts'
import { attachmentLinksFeature } from './viewer/attachment-links.ts'
import { blockSenderFeature } from './senders/block-sender.ts'
import { mailViewerFeature } from './viewer/mail-viewer.ts'
import { openListedFeature } from './viewer/open-listed-mail.ts'
import { originalMailFeature } from './viewer/send-original.ts'
import { startJobFeature } from './viewer/start-job.ts'
import { restrictedViewFeature } from './viewer/view-restricted.ts'
import { awaitAnswerFeature } from './work/await-answer.ts'
import { ownReplyFeature } from './work/own-reply.ts'
import { mailHomeFeature } from './home/home-sections.ts'
import { goneOwnersFeature } from './reminders/gone-owners.ts'
import { remindFeature } from './reminders/remind.ts'
import { returnedMailFeature } from './work/return-mail.ts'
import { showWritingFeature } from './work/show-writing.ts'
import { threadActsFeature } from './work/thread-acts.ts'
import { workFormsFeature } from './work/work-forms.ts'
import { workListFeature } from './work/work-list.ts'
import type { DeskScope } from './desk-scope.ts'

/** The team's work on mail: claims, lists, search, and what a mail's menu opens. */
export const deskFeatures: ScopedFeature<DeskScope>[] = [
  indexMailFeature,
  findMailFeature,
  mailViewerFeature,
  openListedFeature,
  blockSenderFeature,
  restrictedViewFeature,
  startJobFeature,
  attachmentLinksFeature,
  shareFilesFeature,
  showFilesFeature,
  originalMailFeature,
  threadActsFeature,
  workFormsFeature,
  bulkFormFeature,
  bulkActsFeature,
  awaitAnswerFeature,
  ownReplyFeature,
  workListFeature,
  showWritingFeature,
  remindFeature,
  mailHomeFeature,
  returnedMailFeature,
  goneOwnersFeature,
]
