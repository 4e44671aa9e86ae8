import type { SlackFile } from './api/slack-files.ts'
import type { SlackApi } from './api/web-api.ts'
import type { Conversations } from './directory/conversations.ts'
import type { DirectoryChanges } from './directory/fresh-answers.ts'
import type { Installations } from './directory/installations.ts'
import type { Directory, SearchDirectory } from './directory/search-directory.ts'
import type { ListThreadFiles } from './directory/thread-files.ts'
import type { UserGroups } from './directory/user-groups.ts'
import type { FindWorkspaceAdmins } from './directory/workspace-admins.ts'
import type { FileSender } from './outbox/send-file.ts'

/** Parts of Slack that few features use: its directory beyond people and languages, its files, and the bare Web API. */
export interface SlackServices {
  readonly api: SlackApi
  readonly installations: Installations
  readonly conversations: Conversations
  readonly groups: UserGroups
  readonly changes: DirectoryChanges
  readonly findWorkspaceAdmins: FindWorkspaceAdmins
  readonly searchDirectory: SearchDirectory
  readonly isMemberName: Directory['isMemberName']
  /** The bytes of a file that a person attached; throws `UnreadableFile` when it can no longer be read. */
  readonly readFile: (team: string, id: string) => Promise<SlackFile>
  /** False only if the file is gone or the app may no longer read it. */
  readonly isFileThere: (team: string, id: string) => Promise<boolean>
  /** The files that people posted in a Slack thread, the newest first. */
  readonly listThreadFiles: ListThreadFiles
  readonly sendFile: FileSender
}
