import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/create-sandbox.ts'
import { createSandboxClient, SandboxError } from '../../../tools/sandbox-client.ts'
import type { Fields } from '../../../tools/sandbox-types.ts'

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
  /** The test provokes refused calls, which browsers note in the console by themselves. */
  refusals?: boolean
}

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['TEST_CHROMIUM'] ?? '/usr/bin/chromium', args: BROWSER_FLAGS })

let browser: Browser | undefined

/** One Chromium for the tests of a file. */
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())
}

export async function openTab(from: Browser, { width = 1280, dark = false }: PageOptions = {}): Promise<Page> {
  const narrow = width === 390
  const context = await from.newContext({
    viewport: { width, height: narrow ? 844 : 800 },
    colorScheme: dark ? 'dark' : 'light',
    locale: 'en-US',
    reducedMotion: 'reduce',
    hasTouch: narrow,
    isMobile: narrow,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  return page
}

/** The page as a person has it before them. When the test ends, the console must have stayed silent and nothing foreign been asked for. */
export async function openPage(url: string, looks: PageOptions = {}): Promise<Page> {
  if (!browser) throw new Error('useBrowser() comes first')
  const page = await openTab(browser, looks)
  const said: string[] = []
  const foreign: string[] = []
  page.on('console', (message) => {
    const noted = looks.refusals && message.text().startsWith('Failed to load resource')
    if (!noted && ['error', 'warning'].includes(message.type())) said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(url).origin) && !request.url().startsWith('data:'))
      foreign.push(request.url())
  })
  onTestFinished(async () => {
    await page.context().close()
    expect(said).toEqual([])
    expect(foreign).toEqual([])
  })
  await page.goto(url)
  return page
}

export async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const opened = await createSandbox({ empty: true, ...options })
  onTestFinished(() => opened.close())
  return opened
}

export type { Fields } from '../../../tools/sandbox-types.ts'

/** A call of the control surface that must succeed. */
export async function callControl<T = Fields>(at: Sandbox, path: string, body?: unknown): Promise<T> {
  const method = body === undefined ? 'GET' : 'POST'
  const answer = await createSandboxClient(at.control).request<T>(method, path, body)
  if (answer.status >= 400) throw new SandboxError(`${method} /control${path}`, answer.status, answer.body)
  return answer.body
}

/** A call of the app under test to the Web API. */
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

/** A few lines in place of the app: what it is asked is handed to `answer`, whose result is its reply. */
export async function serveFakeApp(at: Sandbox, answer: (asked: Fields) => unknown): Promise<Fields[]> {
  const heard: Fields[] = []
  const server = createServer((request, response) => {
    void readRequest(request).then(async (asked) => {
      heard.push(asked)
      const reply = await answer(asked)
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(reply === undefined ? '' : JSON.stringify(reply))
    })
  })
  await new Promise<void>((done) => server.listen(Number(at.env['PORT']), '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return heard
}

const faintScript = readFileSync(new URL('../../fixtures/faint-texts.js', import.meta.url), 'utf8')

/** Texts whose contrast with what lies behind them is below WCAG AA, as the browser has painted them. */
export const findFaintTexts = (page: Page): Promise<string[]> => page.evaluate<string[]>(faintScript)

/** Whether anything sticks out to the side. */
export const hasHorizontalOverflow = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth')
