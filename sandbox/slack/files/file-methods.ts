import type { HttpAnswer, MountedArea, HttpCall } from '../../server/http-types.ts'
import { readBlocks } from '../messages/message-content.ts'
import { numberedPage } from '../api/cursor-pages.ts'
import { SlackError, invalidArguments } from '../api/slack-errors.ts'
import { fileObject, storeFile, contentTypeOf } from './file-objects.ts'
import type { MethodCall, ApiMethods } from '../api/api-method.ts'
import { addMessage } from '../messages/channel-messages.ts'
import {
  isJsonObject,
  stringField,
  type App,
  type Channel,
  type JsonObject,
  type SlackFile,
  type Workspace,
} from '../workspace/workspace-types.ts'
import { deriveRichText } from '../messages/derived-rich-text.ts'
import { openDirectMessages } from '../workspace/workspace-state.ts'
import { normalizeText } from '../messages/message-text.ts'

interface Upload {
  file: SlackFile
  length: number
  arrived: boolean
}

/** Uploads in three steps as Slack takes them, downloads for who may see the file, and what can be asked about one. */
export function createFileMethods(workspace: Workspace): {
  methods: ApiMethods
  upload: MountedArea
  download: MountedArea
} {
  const open = new Map<string, Upload>()
  workspace.server.onReset(() => open.clear())

  /** What a person put into a form is in no channel: the app that asked may read it. */
  function sharedWith(app: App, file: SlackFile): boolean {
    if (file.user === app.botUser) return true
    if (file.channels.size === 0) return workspace.people.get(file.user)?.is_bot === false
    return [...file.channels].some((one) => workspace.channels.get(one)?.members.has(app.botUser))
  }

  function known({ app, args }: MethodCall): SlackFile {
    const file = workspace.files.get(args.required('file'))
    if (!file || !sharedWith(app, file)) throw new SlackError('file_not_found')
    if (file.deleted) throw new SlackError('file_deleted')
    return file
  }

  function destination({ app, args }: MethodCall): Channel[] {
    const wanted = [...args.words('channel_id'), ...args.words('channels')]
    return wanted.map((one) => {
      const channel = workspace.people.has(one)
        ? openDirectMessages(workspace, one, app.botUser)
        : workspace.channels.get(one)
      if (!channel || (channel.kind !== 'public' && !channel.members.has(app.botUser)))
        throw new SlackError('channel_not_found')
      if (channel.is_archived) throw new SlackError('is_archived')
      if (!channel.members.has(app.botUser)) throw new SlackError('not_in_channel')
      return channel
    })
  }

  function complete(call: MethodCall): JsonObject {
    const { app, args } = call
    const wanted = args.list('files')?.filter(isJsonObject) ?? []
    if (wanted.length === 0) throw invalidArguments('missing required field: files')
    const channels = destination(call)
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

  const methods: ApiMethods = {
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
          content: Buffer.alloc(0),
        })
        workspace.files.delete(file.id)
        open.set(file.id, { file, length, arrived: false })
        return { upload_url: `${workspace.baseUrl()}/slack/upload/v1/${file.id}`, file_id: file.id }
      },
    },
    'files.completeUploadExternal': { rate: 4, scopes: ['files:write'], run: complete },
    'files.info': {
      rate: 4,
      scopes: ['files:read'],
      run: (call) => ({
        file: fileObject(workspace, known(call)),
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
            sharedWith(app, file) &&
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
        const file = known(call)
        if (file.user !== call.app.botUser) throw new SlackError('cant_delete_file')
        file.deleted = true
        file.content = Buffer.alloc(0)
        return {}
      },
    },
  }

  function receive(call: HttpCall, fileId: string): HttpAnswer {
    const upload = open.get(fileId)
    if (!upload) return { status: 404, body: 'upload not found' }
    const content = uploaded(call)
    if (content.length !== upload.length) return { status: 400, body: `expected ${upload.length} bytes` }
    upload.file.content = content
    upload.arrived = true
    return { status: 200, body: `OK - ${content.length}` }
  }

  /** Without a token that may see the file, Slack answers with its login page, not with an error. */
  function give(call: HttpCall, place: string): HttpAnswer {
    const file = workspace.files.get(place.slice(place.indexOf('-') + 1))
    const token = /^Bearer (.+)$/i.exec(call.headers['authorization'] ?? '')?.[1] ?? ''
    const app = workspace.tokens.get(token)?.app
    const may = app?.installed === true && !app.tokenRevoked && app.scopes.has('files:read')
    if (!app || !may) return { status: 302, headers: { location: `${workspace.baseUrl()}/slack/files/sign-in` } }
    if (!file || file.deleted || !sharedWith(app, file)) return { status: 404, body: 'file not found' }
    return {
      status: 200,
      headers: { 'content-type': file.mimetype, 'content-disposition': `attachment; filename="${file.id}"` },
      body: file.content,
    }
  }

  const weather: MountedArea['faults'] = {
    target: 'slack',
    failure: ({ status = 500, error = 'internal_error' }) => ({ status, body: error }),
  }
  const nothing = (call: HttpCall): HttpAnswer => ({
    status: 404,
    body: `Slack has no file at ${call.method} ${call.path}`,
  })
  const down = (pattern: string) => ({
    method: 'GET',
    pattern,
    run: (call: HttpCall, params: Record<string, string>) => give(call, params['place'] ?? ''),
  })
  return {
    methods,
    upload: {
      routes: ['POST', 'PUT'].map((method) => ({
        method,
        pattern: '/v1/:file',
        run: (call, { file = '' }) => receive(call, file),
      })),
      notFound: nothing,
      faults: weather,
    },
    download: {
      routes: [
        {
          method: 'GET',
          pattern: '/sign-in',
          run: () => ({
            status: 200,
            headers: { 'content-type': 'text/html; charset=utf-8' },
            body: '<!doctype html><title>Sign in | Slack</title><p>Sign in to see this file.',
          }),
        },
        down('/:place/:name'),
        down('/:place/download/:name'),
      ],
      notFound: nothing,
      faults: weather,
    },
  }
}

/** The file in an upload: the whole body, or the one part of a form that is it. */
function uploaded(call: HttpCall): Buffer {
  const type = call.headers['content-type'] ?? ''
  const boundary = /^multipart\/form-data/i.test(type) ? /boundary="?([^";]+)"?/i.exec(type)?.[1] : undefined
  if (boundary === undefined) return call.body
  const head = call.body.indexOf('\r\n\r\n')
  const end = call.body.indexOf(`\r\n--${boundary}`, head)
  return head < 0 || end < 0 ? Buffer.alloc(0) : call.body.subarray(head + 4, end)
}
