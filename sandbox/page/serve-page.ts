import { readdir, readFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import type { HttpAnswer, Route } from '../server/http-types.ts'
import type { SandboxServer } from '../server/sandbox-server.ts'
import { pageShell } from './page-shell.ts'

interface Asset {
  type: string
  body: Buffer
  tag: string
}

const web = new URL('./web/', import.meta.url)

const createAsset = (type: string, body: string): Asset => ({
  type,
  body: Buffer.from(body),
  tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`,
})

/** Imports Vite on demand: a sandbox whose page is never opened does not load it. */
async function bundleScript(): Promise<Asset> {
  const { build } = await import('vite')
  const built = await build({
    configFile: false,
    envFile: false,
    publicDir: false,
    root: new URL('.', web).pathname,
    logLevel: 'error',
    mode: 'production',
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: new URL('main.tsx', web).pathname },
    },
  })
  const output = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const entry = output.find((file) => file.type === 'chunk' && file.isEntry)
  if (entry?.type !== 'chunk') throw new Error('the page was bundled to nothing')
  return createAsset('text/javascript; charset=utf-8', entry.code)
}

/** Joins the style sheets in the order of the numbers in their paths. They are plain CSS and need no compiler. */
async function joinStyleSheets(): Promise<Asset> {
  const folder = new URL('style/', web)
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.css')).toSorted()
  const parts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')))
  return createAsset('text/css; charset=utf-8', parts.join('\n'))
}

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b6b64"/><path d="M8 21h16M10 21a6 6 0 0 1 12 0M16 15v-3M13.5 11.5h5" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/></svg>`

/** Each asset is built once per process and kept in memory; nothing is written to disk or fetched. */
const builtAssets = new Map<string, Promise<Asset>>()
function buildOnce(name: string, make: () => Promise<Asset>): Promise<Asset> {
  const known = builtAssets.get(name)
  if (known) return known
  const fresh = make()
  builtAssets.set(name, fresh)
  fresh.catch(() => builtAssets.delete(name))
  return fresh
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
].join('; ')

/** Redirects the permalink of a message to that message on the page. */
const permalink: Route = {
  method: 'GET',
  pattern: '/archives/:channel/:message',
  run(call, { channel = '', message = '' }) {
    const ts = message.replace(/^p(\d+)(\d{6})$/, '$1.$2')
    const thread = call.query.get('thread_ts')
    const place = thread && thread !== ts ? `t/${thread}` : `m/${ts}`
    return { status: 302, headers: { location: `/#/c/${encodeURIComponent(channel)}/${place}` } }
  },
}

/** Serves the sandbox's page at `/`; `warm` builds its assets before the first request. */
export function servePage(server: SandboxServer): { warm: () => Promise<void> } {
  const assets: Record<string, () => Promise<Asset>> = {
    '/': () => Promise.resolve(createAsset('text/html; charset=utf-8', pageShell)),
    '/page.js': () => buildOnce('script', bundleScript),
    '/page.css': () => buildOnce('sheet', joinStyleSheets),
    '/favicon.svg': () => Promise.resolve(createAsset('image/svg+xml', icon)),
  }
  const serve = async (path: string, known: string | undefined): Promise<HttpAnswer> => {
    const make = assets[path]
    if (!make) return { status: 404, body: `the page has nothing at ${path}\n` }
    const { type, body, tag } = await make()
    const headers = { 'content-type': type, etag: tag, 'cache-control': 'no-cache', 'content-security-policy': policy }
    return known === tag ? { status: 304, headers } : { status: 200, headers, body }
  }
  server.mount('', {
    unrecorded: true,
    routes: [
      ...Object.keys(assets).map((pattern): Route => ({
        method: 'GET',
        pattern,
        run: (call) => serve(pattern, call.headers['if-none-match']),
      })),
      permalink,
    ],
    notFound: (call) => ({ status: 404, body: `the sandbox has nothing at ${call.method} ${call.path}\n` }),
  })
  return {
    async warm() {
      await Promise.all([buildOnce('script', bundleScript), buildOnce('sheet', joinStyleSheets)])
    },
  }
}
