import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openTestApp } from '../../test/open-test-app.ts'
import { sendRaw } from '../../test/raw-http.ts'

const parent = await mkdtemp(join(tmpdir(), 'coffer-web-'))
const webDist = join(parent, 'dist')
await mkdir(join(webDist, 'assets'), { recursive: true })
await Promise.all([
  writeFile(join(parent, 'secret.txt'), 'outside'),
  writeFile(join(webDist, 'index.html'), '<html><head></head></html>'),
  writeFile(join(webDist, 'theme.js'), 'theme()'),
  writeFile(
    join(webDist, 'first-load.json'),
    JSON.stringify({ '/share': ['assets/share-1.js', 'assets/share-1.css'] }),
  ),
  writeFile(join(webDist, 'assets', 'app-1.js'), 'app()'),
  writeFile(join(webDist, 'assets', 'app-1.js.gz'), 'compressed'),
])
afterAll(() => rm(parent, { recursive: true, force: true }))

const t = await openTestApp({ webDist })
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${t.origin}${path}`, { headers: { 'accept-encoding': 'identity', ...headers } })

it('lets browsers cache files with a hash in their name', async () => {
  const reply = await get('/assets/app-1.js')
  expect(await reply.text()).toBe('app()')
  expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

it('lets browsers revalidate other files', async () => {
  const reply = await get('/theme.js')
  expect(await reply.text()).toBe('theme()')
  expect(reply.headers.get('cache-control')).toBe('no-cache')
})

it('sends the compressed variant of a file', async () => {
  const reply = await fetch(`${t.origin}/assets/app-1.js`, {
    method: 'HEAD',
    headers: { 'accept-encoding': 'gzip' },
  })
  expect(reply.headers.get('content-encoding')).toBe('gzip')
})

it.each(['/', '/index.html', '/platform/files'])('shows the configured page at %s', async path => {
  const reply = await get(path, { accept: 'text/html' })
  expect(await reply.text()).toContain('id="coffer-config"')
})

it('compresses the page, and preloads the messages in the language of the browser', async () => {
  const reply = await get('/platform/files', {
    accept: 'text/html',
    'accept-encoding': 'gzip, deflate, br',
    'accept-language': 'de, es-MX;q=0.9',
  })
  expect(reply.headers.get('content-encoding')).toBe('br')
  expect(reply.headers.get('vary')).toBe('accept-encoding')
  expect(await reply.text()).toContain('href="/translations/es?part=app"')
})

it('preloads the messages in the language that was chosen in this browser', async () => {
  const reply = await get('/platform/files', {
    accept: 'text/html',
    'accept-language': 'en',
    cookie: 'coffer.language=es',
  })
  expect(await reply.text()).toContain('href="/translations/es?part=app"')
})

it.each(['/share', '/share/abc?x=1'])('names the scripts and styles of %s', async path => {
  const page = await (await get(path, { accept: 'text/html' })).text()
  expect(page).toContain(
    '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/share-1.js">',
  )
  expect(page).toContain('<link rel="preload" as="style" crossorigin href="/assets/share-1.css">')
})

it('does not name them on other pages', async () => {
  const page = await (await get('/shares', { accept: 'text/html' })).text()
  expect(page).not.toContain('share-1')
})

it.each(['/assets/none.js', '/assets/', '/assets/../theme.js.gz', '/none.js', '/first-load.json'])(
  'answers 404 for %s, where no file exists',
  async path => {
    const reply = await get(path)
    expect(reply.status).toBe(404)
    expect(await reply.json()).toMatchObject({ code: 'route.not_found' })
  },
)

it.each([
  '/assets/../../secret.txt',
  '/assets/%2e%2e/%2e%2e/secret.txt',
  '/assets/..%2f..%2fsecret.txt',
])('never serves a file outside the built app: %s', async path => {
  const { status, text } = await sendRaw(t.origin, `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
  expect(status).toBe(404)
  expect(text).not.toContain('outside')
})
