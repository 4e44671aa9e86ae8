import type { HttpAnswer, HttpCall, MountedArea, Route } from '../../server/http-types.ts'
import { type Workspace } from '../workspace/workspace-types.ts'
import { isReadable, type Upload } from './file-access.ts'

/** The file in an upload: the body, or the only part of a form. */
function uploaded(call: HttpCall): Buffer {
  const type = call.headers['content-type'] ?? ''
  const boundary = /^multipart\/form-data/i.test(type) ? /boundary="?([^";]+)"?/i.exec(type)?.[1] : undefined
  if (boundary === undefined) return call.body
  const head = call.body.indexOf('\r\n\r\n')
  const end = call.body.indexOf(`\r\n--${boundary}`, head)
  return head < 0 || end < 0 ? Buffer.alloc(0) : call.body.subarray(head + 4, end)
}

function receiveFile(open: Map<string, Upload>, call: HttpCall, fileId: string): HttpAnswer {
  const upload = open.get(fileId)
  if (!upload) return { status: 404, body: 'upload not found' }
  const content = uploaded(call)
  if (content.length !== upload.length) return { status: 400, body: `expected ${upload.length} bytes` }
  upload.file.content = content
  upload.arrived = true
  return { status: 200, body: `OK - ${content.length}` }
}

/** Sends a file. Without a valid token, Slack redirects to its login page instead of answering with an error. */
function sendFile(workspace: Workspace, call: HttpCall, place: string): HttpAnswer {
  const file = workspace.files.get(place.slice(place.indexOf('-') + 1))
  const token = /^Bearer (.+)$/i.exec(call.headers['authorization'] ?? '')?.[1] ?? ''
  const app = workspace.tokens.get(token)?.app
  const may = app?.installed === true && !app.tokenRevoked && app.scopes.has('files:read')
  if (!app || !may) return { status: 302, headers: { location: `${workspace.baseUrl()}/slack/files/sign-in` } }
  if (!file || file.deleted || !isReadable(workspace, app, file)) return { status: 404, body: 'file not found' }
  return {
    status: 200,
    headers: { 'content-type': file.mimetype, 'content-disposition': `attachment; filename="${file.id}"` },
    body: file.content,
  }
}

const fileFaults: NonNullable<MountedArea['faults']> = {
  target: 'slack',
  failure: ({ status = 500, error = 'internal_error' }) => ({ status, body: error }),
}
const noFile = (call: HttpCall): HttpAnswer => ({
  status: 404,
  body: `Slack has no file at ${call.method} ${call.path}`,
})
const uploadRoutes = (open: Map<string, Upload>): Route[] =>
  ['POST', 'PUT'].map((method) => ({
    method,
    pattern: '/v1/:file',
    run: (call, { file = '' }) => receiveFile(open, call, file),
  }))

const signInRoute: Route = {
  method: 'GET',
  pattern: '/sign-in',
  run: () => ({
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: '<!doctype html><title>Sign in | Slack</title><p>Sign in to see this file.',
  }),
}

/** The areas for uploads and downloads. */
export function fileAreas(
  workspace: Workspace,
  open: Map<string, Upload>,
): { upload: MountedArea; download: MountedArea } {
  const downloads = ['/:place/:name', '/:place/download/:name'].map((pattern) => ({
    method: 'GET',
    pattern,
    run: (call: HttpCall, { place = '' }: Record<string, string>) => sendFile(workspace, call, place),
  }))
  return {
    upload: { routes: uploadRoutes(open), notFound: noFile, faults: fileFaults },
    download: { routes: [signInRoute, ...downloads], notFound: noFile, faults: fileFaults },
  }
}
