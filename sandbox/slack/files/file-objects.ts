import { newSlackId } from '../workspace/slack-ids.ts'
import type { ChannelKind, FileContent, JsonObject, SlackFile, Workspace } from '../workspace/workspace-types.ts'

const TYPES: Record<string, [filetype: string, pretty: string]> = {
  'application/json': ['json', 'JSON'],
  'application/pdf': ['pdf', 'PDF'],
  'application/zip': ['zip', 'Zip'],
  'image/gif': ['gif', 'GIF'],
  'image/jpeg': ['jpg', 'JPEG'],
  'image/png': ['png', 'PNG'],
  'image/svg+xml': ['svg', 'SVG'],
  'message/rfc822': ['email', 'Email'],
  'text/calendar': ['ics', 'Calendar'],
  'text/csv': ['csv', 'CSV'],
  'text/html': ['html', 'HTML'],
  'text/markdown': ['markdown', 'Markdown (raw)'],
  'text/plain': ['text', 'Plain Text'],
}
const ENDINGS: Record<string, string> = {
  csv: 'text/csv',
  eml: 'message/rfc822',
  gif: 'image/gif',
  htm: 'text/html',
  html: 'text/html',
  ics: 'text/calendar',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  log: 'text/plain',
  md: 'text/markdown',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  zip: 'application/zip',
}

const ending = (name: string): string => /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** The content type by the ending of a file name. */
export const contentTypeOf = (name: string): string => ENDINGS[ending(name)] ?? 'application/octet-stream'

/** Stores a file in the workspace. It is shared when a message carries it. */
export function storeFile(
  workspace: Workspace,
  { name, type, content, user }: { name: string; type: string; content: FileContent; user: string },
): SlackFile {
  const file: SlackFile = {
    id: newSlackId('F'),
    name,
    title: name,
    mimetype: type,
    filetype: TYPES[type]?.[0] ?? (ending(name) || 'binary'),
    user,
    created: Math.floor(Date.now() / 1000),
    content,
    channels: new Set(),
    deleted: false,
  }
  workspace.files.set(file.id, file)
  return file
}

/** A file as messages, events and `files.*` show it. */
export function fileObject(workspace: Workspace, file: SlackFile): JsonObject {
  const { id: fileId, name, title, mimetype, filetype, user, created, content } = file
  const where = [...file.channels].map((one) => workspace.channels.get(one)).filter((one) => one !== undefined)
  const ids = (...kinds: ChannelKind[]): string[] =>
    where.filter((one) => kinds.includes(one.kind)).map((one) => one.id)
  const place = `${workspace.baseUrl()}/slack/files/${workspace.team.id}-${fileId}`
  const word = encodeURIComponent(name)
  return {
    id: fileId,
    created,
    timestamp: created,
    name,
    title,
    mimetype,
    filetype,
    pretty_type: TYPES[mimetype]?.[1] ?? 'Binary',
    user,
    user_team: workspace.people.get(user)?.team_id ?? workspace.team.id,
    editable: false,
    size: content.size,
    mode: 'hosted',
    is_external: false,
    external_type: '',
    is_public: ids('public').length > 0,
    public_url_shared: false,
    display_as_bot: false,
    username: '',
    url_private: `${place}/${word}`,
    url_private_download: `${place}/download/${word}`,
    permalink: `${workspace.baseUrl()}/files/${user}/${fileId}/${word}`,
    channels: ids('public'),
    groups: ids('private', 'mpim'),
    ims: ids('im'),
    has_rich_preview: false,
    file_access: 'visible',
  }
}
