import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/create-sandbox.ts'
import { createSandboxClient, SandboxError } from '../../../tools/sandbox-client.ts'
import type { Fields } from '../../../sandbox/control-types.ts'
import { openAppInProcess, TRIGGER_MS } from '../../support/harness.ts'

const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-quic',
  '--no-first-run',
]

export interface PageOptions {
  width?: 1280 | 390
  dark?: boolean
  locale?: string
  /** The test provokes refused requests, which browsers log to the console by themselves. */
  refusals?: boolean
  /** The person is here for the first time: the page shows what to try. */
  newcomer?: boolean
}

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['TEST_CHROMIUM'] ?? '/usr/bin/chromium', args: BROWSER_FLAGS })

let browser: Browser | undefined

/** Starts one Chromium for the tests of a file. */
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())
}

export async function openTab(
  from: Browser,
  { width = 1280, dark = false, locale = 'en-US', newcomer = false }: PageOptions = {},
): Promise<Page> {
  const narrow = width === 390
  const context = await from.newContext({
    viewport: { width, height: narrow ? 844 : 800 },
    colorScheme: dark ? 'dark' : 'light',
    locale,
    reducedMotion: 'reduce',
    hasTouch: narrow,
    isMobile: narrow,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  if (!newcomer) await page.addInitScript("localStorage.setItem('sandbox.first-steps', 'dismissed')")
  return page
}

/** Opens the page as a person sees it. When the test ends, nothing may have been logged, and nothing requested from another origin. */
export async function openPage(url: string, options: PageOptions = {}): Promise<Page> {
  if (!browser) throw new Error('useBrowser() comes first')
  const page = await openTab(browser, options)
  const problems: string[] = []
  const foreign: string[] = []
  page.on('console', (message) => {
    const expected = options.refusals && message.text().startsWith('Failed to load resource')
    if (!expected && ['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(url).origin) && !request.url().startsWith('data:'))
      foreign.push(request.url())
  })
  onTestFinished(async () => {
    await page.context().close()
    expect(problems).toEqual([])
    expect(foreign).toEqual([])
  })
  await page.goto(url)
  return page
}

/** Chooses who acts on the page from now on. */
export async function actAs(page: Page, name: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Acting as/ })
    .first()
    .click()
  await page.getByRole('menuitemradio', { name }).click()
}

/** Opens the sandbox, and the app (unless `app: false`) in this process, where the page cannot stop it, or in one of its own. */
export async function openSandbox({
  ownProcess = false,
  ...options
}: SandboxOptions & { ownProcess?: boolean } = {}): Promise<Sandbox> {
  const isHere = options.app !== false && !ownProcess
  const opened = await createSandbox({
    empty: true,
    triggerMs: TRIGGER_MS,
    ...options,
    ...(isHere && { app: false }),
  })
  let app: Awaited<ReturnType<typeof openAppInProcess>> | undefined
  onTestFinished(async () => {
    await app?.close()
    await opened.close()
  })
  if (isHere) app = await openAppInProcess({ ...opened.env, STORE_URL: 'sqlite::memory:' }, () => {})
  return opened
}

export type { Fields } from '../../../sandbox/control-types.ts'

/** A call of the control surface that must succeed. */
export async function callControl<T = Fields>(at: Sandbox, path: string, body?: unknown): Promise<T> {
  const method = body === undefined ? 'GET' : 'POST'
  const answer = await createSandboxClient(at.control).request<T>(method, path, body)
  if (answer.status >= 400) throw new SandboxError(`${method} /control${path}`, answer.status, answer.body)
  return answer.body
}

/** Calls the Web API as the app. */
export async function callWebApi(at: Sandbox, method: string, args: Fields): Promise<Fields & { ts: string }> {
  const answer = await fetch(`${at.slackApi}${method}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${at.env['SLACK_BOT_TOKEN']}`,
      'content-type': 'application/json; charset=utf-8',
    },
    body: JSON.stringify(args),
  })
  const body = (await answer.json()) as Fields & { ts: string; ok: boolean }
  if (!body.ok) throw new Error(`${method}: ${JSON.stringify(body)}`)
  return body
}

async function readRequest(request: IncomingMessage): Promise<Fields> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  if (request.headers['content-type']?.includes('json')) return JSON.parse(text) as Fields
  const form = Object.fromEntries(new URLSearchParams(text))
  return form['payload'] ? (JSON.parse(form['payload']) as Fields) : form
}

/** A small server in place of the app: each payload is passed to `answer`, whose result is the response. Returns the payloads received. */
export async function serveFakeApp(at: Sandbox, answer: (payload: Fields) => unknown): Promise<Fields[]> {
  const requests: Fields[] = []
  const server = createServer((request, response) => {
    void readRequest(request).then(async (payload) => {
      requests.push(payload)
      const reply = await answer(payload)
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(reply === undefined ? '' : JSON.stringify(reply))
    })
  })
  await new Promise<void>((done) => server.listen(Number(at.env['PORT']), '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return requests
}

const faintScript = readFileSync(new URL('../../fixtures/faint-texts.js', import.meta.url), 'utf8')

/** Texts whose contrast with their background, as painted, is below WCAG AA. */
export const findFaintTexts = (page: Page): Promise<string[]> => page.evaluate<string[]>(faintScript)

/** Whether the page is wider than the screen. */
export const hasHorizontalOverflow = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth')
