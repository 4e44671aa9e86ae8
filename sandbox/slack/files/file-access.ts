import type { FileStorage } from './file-content.ts'
import { type App } from '../workspace/app-types.ts'
import { type SlackFile, type Workspace } from '../workspace/workspace-types.ts'

/** An upload that has an address and is not completed yet. */
export interface Upload {
  file: SlackFile
  length: number
  arrived: boolean
}

/** The uploads that are under way, and where their bytes go. */
export interface Uploads {
  open: Map<string, Upload>
  storage: FileStorage
}

/** Whether an app may read a file. One that a person put into a form is in no channel: the app with the form may read it. */
export function isReadable(workspace: Workspace, app: App, file: SlackFile): boolean {
  if (file.user === app.botUser) return true
  if (file.channels.size === 0) return workspace.people.get(file.user)?.is_bot === false
  return [...file.channels].some((one) => workspace.channels.get(one)?.members.has(app.botUser))
}
