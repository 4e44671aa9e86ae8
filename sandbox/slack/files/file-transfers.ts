import type { HttpAnswer, HttpCall, MountedArea, Route } from '../../server/http-types.ts'
import { type Workspace } from '../workspace/workspace-types.ts'
import { isReadable, type Uploads } from './file-access.ts'

async function receiveFile(
  { open, storage }: Uploads,
  { request, headers }: HttpCall,
  fileId: string,
): Promise<HttpAnswer> {
  const upload = open.get(fileId)
  if (!upload) return { status: 404, body: 'upload not found' }
  const type = headers['content-type'] ?? ''
  const boundary = /^multipart\/form-data/i.test(type) ? /boundary="?([^";]+)"?/i.exec(type)?.[1] : undefined
  const content = await storage.receive(request, boundary)
  if (content.size !== upload.length) return { status: 400, body: `expected ${upload.length} bytes` }
  upload.file.content = content
  upload.arrived = true
  return { status: 200, body: `OK - ${content.size}` }
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
    stream: file.content,
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
const uploadRoutes = (uploads: Uploads): Route[] =>
  ['POST', 'PUT'].map((method) => ({
    method,
    pattern: '/v1/:file',
    run: (call, { file = '' }) => receiveFile(uploads, call, file),
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
export function fileAreas(workspace: Workspace, uploads: Uploads): { upload: MountedArea; download: MountedArea } {
  const downloads = ['/:place/:name', '/:place/download/:name'].map((pattern) => ({
    method: 'GET',
    pattern,
    run: (call: HttpCall, { place = '' }: Record<string, string>) => sendFile(workspace, call, place),
  }))
  return {
    upload: { routes: uploadRoutes(uploads), notFound: noFile, faults: fileFaults, streamed: true },
    download: { routes: [signInRoute, ...downloads], notFound: noFile, faults: fileFaults },
  }
}
