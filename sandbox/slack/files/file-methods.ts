import { readBlocks } from '../messages/message-content.ts'
import { contentOf } from './file-content.ts'
import { isReadable, type Upload } from './file-access.ts'
import { numberedPage } from '../api/cursor-pages.ts'
import { SlackError, invalidArguments } from '../api/slack-errors.ts'
import { fileObject, storeFile, contentTypeOf } from './file-objects.ts'
import type { MethodCall, ApiMethods } from '../api/api-method.ts'
import { addMessage } from '../messages/channel-messages.ts'
import {
  isJsonObject,
  stringField,
  type Channel,
  type JsonObject,
  type SlackFile,
  type Workspace,
} from '../workspace/workspace-types.ts'
import { deriveRichText } from '../messages/derived-rich-text.ts'
import { normalizeText } from '../messages/message-text.ts'

function requireFile({ workspace, app, args }: MethodCall): SlackFile {
  const file = workspace.files.get(args.required('file'))
  if (!file || !isReadable(workspace, app, file)) throw new SlackError('file_not_found')
  if (file.deleted) throw new SlackError('file_deleted')
  return file
}

/** Conversations only: a person's direct messages have to be opened first. */
const CONVERSATION = /^[CGDZ][A-Z0-9]{8,}$/

function readChannels({ workspace, app, args }: MethodCall): Channel[] {
  const wanted = ['channel_id', 'channels'].flatMap((name) => args.words(name).map((id) => ({ name, id })))
  return wanted.map(({ name, id }) => {
    if (!CONVERSATION.test(id))
      throw invalidArguments(`input must match regex pattern: ${CONVERSATION.source} [json-pointer:/${name}]`)
    const channel = workspace.channels.get(id)
    if (!channel || (channel.kind !== 'public' && !channel.members.has(app.botUser)))
      throw new SlackError('channel_not_found')
    if (channel.is_archived) throw new SlackError('is_archived')
    if (!channel.members.has(app.botUser)) throw new SlackError('not_in_channel')
    return channel
  })
}

/** The last of the three steps of an upload: gives the files their titles and shares them. */
function completeUpload(open: Map<string, Upload>, call: MethodCall): JsonObject {
  const { workspace, app, args } = call
  const wanted = args.list('files')?.filter(isJsonObject) ?? []
  if (wanted.length === 0) throw invalidArguments('missing required field: files')
  const channels = readChannels(call)
  const done = wanted.map((one) => {
    const upload = open.get(stringField(one, 'id') ?? '')
    if (!upload || upload.file.user !== app.botUser) throw new SlackError('file_not_found')
    if (!upload.arrived) throw new SlackError('file_update_failed')
    return { upload, title: stringField(one, 'title') }
  })
  for (const { upload, title } of done) {
    open.delete(upload.file.id)
    if (title !== undefined) upload.file.title = title
    workspace.files.set(upload.file.id, upload.file)
    for (const channel of channels) upload.file.channels.add(channel.id)
  }
  const objects = done.map(({ upload }) => fileObject(workspace, upload.file))
  const comment = normalizeText(args.text('initial_comment') ?? '')
  const thread = args.text('thread_ts')
  for (const channel of channels) {
    const given = comment === '' ? args.blocks() : undefined
    const blocks = given ? readBlocks(given) : deriveRichText(comment)
    addMessage(workspace, {
      channel,
      app,
      text: comment,
      files: objects,
      subtype: 'file_share',
      blocks,
      ...(thread !== undefined && { thread_ts: thread }),
    })
  }
  return { files: objects }
}

/** Uploading in three steps, as Slack does it, and reading what was uploaded. `open` holds the uploads that are under way. */
export function createFileMethods(workspace: Workspace, open: Map<string, Upload>): ApiMethods {
  return {
    'files.getUploadURLExternal': {
      rate: 4,
      scopes: ['files:write'],
      run({ app, args }) {
        const name = args.required('filename')
        const length = args.number('length', 0)
        if (length < 1) throw invalidArguments('must be greater than 0 [json-pointer:/length]')
        const file = storeFile(workspace, {
          name,
          type: contentTypeOf(name),
          user: app.botUser,
          content: contentOf(Buffer.alloc(0)),
        })
        workspace.files.delete(file.id)
        open.set(file.id, { file, length, arrived: false })
        return { upload_url: `${workspace.baseUrl()}/slack/upload/v1/${file.id}`, file_id: file.id }
      },
    },
    'files.completeUploadExternal': { rate: 4, scopes: ['files:write'], run: (call) => completeUpload(open, call) },
    'files.info': {
      rate: 4,
      scopes: ['files:read'],
      run: (call) => ({
        file: fileObject(workspace, requireFile(call)),
        comments: [],
        response_metadata: { next_cursor: '' },
      }),
    },
    'files.list': {
      rate: 3,
      scopes: ['files:read'],
      run({ app, args }) {
        const [user, channel] = [args.text('user'), args.text('channel')]
        const all = [...workspace.files.values()].filter(
          (file) =>
            !file.deleted &&
            isReadable(workspace, app, file) &&
            (user === undefined || file.user === user) &&
            (channel === undefined || file.channels.has(channel)),
        )
        const { some, paging } = numberedPage(args, all)
        return { files: some.map((file) => fileObject(workspace, file)), paging }
      },
    },
    'files.delete': {
      rate: 3,
      scopes: ['files:write'],
      run(call) {
        const file = requireFile(call)
        if (file.user !== call.app.botUser) throw new SlackError('cant_delete_file')
        file.deleted = true
        file.content = contentOf(Buffer.alloc(0))
        return {}
      },
    },
  }
}
