/** @module-tag browser */
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeInertPage } from '../../src/mail-content/reading/html/inert-page.ts'
import { HTML_ELEMENTS, listOddPages, SVG_ELEMENTS, writeElementPage } from '../fixtures/html-elements.ts'
import { launchBrowser } from '../page/support/browser-page.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** A host that counts who connects, whether or not anything is asked. */
async function startHost() {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, count: () => connections }
}

type Host = Awaited<ReturnType<typeof startHost>>

/** Opens pages like downloaded files; `look` runs in each. */
async function createReader() {
  const folder = await mkdtemp(join(tmpdir(), 'bellhop-page-'))
  const tab = await (await browser.newContext()).newPage()
  onTestFinished(async () => {
    await tab.context().close()
    await rm(folder, { recursive: true })
  })
  return async (html: string, look?: (page: Page) => Promise<unknown>): Promise<void> => {
    const file = join(folder, 'mail.html')
    await writeFile(file, html)
    // A page that redirects is no longer there when it should have been loaded.
    await tab.goto(pathToFileURL(file).href, { waitUntil: 'domcontentloaded' }).catch(() => {})
    await tab.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))').catch(() => {})
    await look?.(tab)
  }
}

/** The names of the pages whose host somebody connected to. Each has a host of its own; what was begun before the last page is there with it. */
async function findConnected(write: (url: string) => Record<string, string>, show: (html: string) => string) {
  const open = await createReader()
  const hosts = new Map<string, Host>()
  for (const name of Object.keys(write('http://127.0.0.1:9'))) {
    const host = await startHost()
    hosts.set(name, host)
    await open(show(write(host.url)[name] ?? ''))
  }
  const last = await startHost()
  await open(`<img src="${last.url}">`)
  await expect.poll(last.count).toBeGreaterThan(0)
  return [...hosts].filter(([, host]) => host.count() > 0).map(([name]) => name)
}

const everyElement = (url: string): Record<string, string> => ({
  ...Object.fromEntries(HTML_ELEMENTS.map((name) => [name, writeElementPage('html', name, url)])),
  ...Object.fromEntries(SVG_ELEMENTS.map((name) => [`svg ${name}`, writeElementPage('svg', name, url)])),
})
const inert = (html: string): string => makeInertPage(html).html

test('no element of HTML or SVG connects to the sender’s host when the original is opened', async () => {
  expect(await findConnected(everyElement, inert)).toEqual([])
})

test('no style sheet, link, rule or broken markup connects to it', async () => {
  expect(await findConnected(listOddPages, inert)).toEqual([])
})

test('the hosts would have noticed', async () => {
  const some = (url: string) => ({
    ...Object.fromEntries(
      ['img', 'iframe', 'embed', 'video', 'object', 'p'].map((name) => [name, everyElement(url)[name] ?? '']),
    ),
    font: listOddPages(url)['style sheet: background'] ?? '',
    nothing: '<p>x',
  })
  expect(await findConnected(some, (html) => `<!doctype html>${html}`)).toEqual([
    'img',
    'iframe',
    'embed',
    'video',
    'object',
    'p',
    'font',
  ])
})

test('pointing at a link connects to nobody, and the mail looks like itself', async () => {
  const { url, count } = await startHost()
  const open = await createReader()
  const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const source = `<html><head><style>.big { font-size: 40px } @media (max-width: 9999px) { .red { color: rgb(255, 0, 0) } }</style></head>
    <body bgcolor="#ddeeff"><p class="big red">Hello</p><img id="dot" src="${dot}" width="20"><a href="${url}/x">our site</a></body></html>`
  await open(inert(source), async (page) => {
    await page.getByText('our site').hover()
    await page.getByText('our site').focus()
    const read = (script: string) => page.evaluate<string>(script)
    expect(await read('getComputedStyle(document.querySelector("p")).fontSize')).toBe('40px')
    expect(await read('getComputedStyle(document.querySelector("p")).color')).toBe('rgb(255, 0, 0)')
    expect(await read('getComputedStyle(document.body).backgroundColor')).toBe('rgb(221, 238, 255)')
    expect(await read('document.querySelector("img").naturalWidth')).toBe(1)
    expect(await read('document.querySelector("a").href')).toBe(`${url}/x`)
  })
  expect(count()).toBe(0)
})
