import { PSEUDO_LOCALE, pseudo } from '@coffer/contract'
import { expect, it } from 'vitest'
import { endpoints } from './endpoints.ts'
import { openTestApp } from './open-test-app.ts'
import { createTestApp } from './test-app.ts'

const t = await openTestApp()

it('describes the full API, aliases included', async () => {
  const { body } = await t.anonymous().send('GET', '/api/openapi.json')
  expect(body.openapi).toBe('3.1.0')
  for (const path of ['/api/upload', '/api/browse/folders/{id}', '/trash/dump', '/api/trash/dump'])
    expect(body.paths[path], path).toBeDefined()
  expect(body.paths['/api/rename/{id}'].patch.requestBody).toBeDefined()
})

it('serves a readable API reference', async () => {
  const response = await t.anonymous().fetch('/api/docs')
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(await response.text()).toContain('/api/create-folder')
})

it('ping answers pong, and health reports only its status', async () => {
  const client = t.anonymous()
  expect((await client.send('GET', '/api/ping')).body).toBe('pong')
  const { status, body } = await client.send('GET', '/api/health')
  expect([status, body]).toEqual([200, { status: 'ok' }])
})

it.each([
  ['/api/sharing/', '/api/editor/'],
  ['/api/file-request/:token', '/api/upload-request/:token'],
])('serves every call of %s under %s as well', (prefix, other) => {
  const calls = endpoints.filter(({ path }) => path.startsWith(prefix))
  expect(calls.length).toBeGreaterThan(10)
  for (const { path, aliases } of calls) expect(aliases).toContain(path.replace(prefix, other))
})

it('every language returns its messages as a flat object', async () => {
  const client = t.anonymous()
  const en = await client.send('GET', '/translations/en')
  const es = await client.send('GET', '/translations/es')
  // A language may have more plural forms than English.
  expect(Object.keys(es.body)).toEqual(expect.arrayContaining(Object.keys(en.body)))
  // HTTP-17: clients may send a region, such as `en-US`.
  for (const tag of ['en-US', 'ES_mx'])
    expect((await client.send('GET', `/translations/${tag}`)).status).toBe(200)
})

it.each(['xx', 'pt-BR', '__proto__', PSEUDO_LOCALE])('answers %s with the fallback', async tag => {
  const client = t.anonymous()
  const unknown = await client.send('GET', `/translations/${tag}`)
  const fallback = await client.send('GET', '/translations/en')
  expect([unknown.status, unknown.body]).toEqual([200, fallback.body])
})

it('the pseudo-locale is only served if the environment enables it', async () => {
  const path = `/translations/${PSEUDO_LOCALE}`
  const usual = await t.anonymous().send('GET', '/api/config')
  expect(usual.body).not.toHaveProperty('pseudoLocale')
  const other = await createTestApp({ config: { pseudoLocale: true } })
  const { body } = await other.anonymous().send('GET', path)
  const config = await other.anonymous().send('GET', '/api/config')
  await other.close()
  expect(body['places.files']).toBe(pseudo('Files'))
  expect([config.body.locale, config.body.pseudoLocale]).toEqual(['en', true])
})

it.each(['br', 'gzip', 'identity'])('serves messages with content encoding %s', async encoding => {
  const headers = { 'accept-encoding': encoding }
  const response = await t.anonymous().fetch('/translations/es', { headers })
  expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
  expect(await response.json()).toHaveProperty(['errors.internal.title'])
})

it('messages are revalidated each time and only sent when they have changed', async () => {
  // Node adds `no-cache` to conditional requests, unlike browsers that revalidate.
  const ask = (tag = '') =>
    t.anonymous().fetch('/translations/es', {
      headers: { 'if-none-match': tag, 'cache-control': 'max-age=0' },
    })
  const first = await ask()
  expect(first.headers.get('cache-control')).toBe('public, no-cache')
  const tag = first.headers.get('etag') ?? ''
  const english = await t.anonymous().fetch('/translations/en')
  expect(english.headers.get('etag')).not.toBe(tag)
  const again = await ask(tag)
  const outdated = await ask('W/"of-an-older-one"')
  expect([again.status, outdated.status]).toEqual([304, 200])
  expect(await again.text()).toBe('')
})

it('the client configuration contains what the web app needs and no secret', async () => {
  const { body } = await t.anonymous().send('GET', '/api/config')
  expect(body).toMatchObject({
    installation: 'installation-done',
    uploadLimit: 0,
    isAuthenticated: false,
  })
  expect(body).toMatchObject({
    logos: { main: null, main_dark: null, horizontal: null, horizontal_dark: null },
    stripe_public_key: null,
    paystack_public_key: null,
    paypal_client_id: null,
    isStripe: false,
    isPaystack: false,
    isPayPal: false,
    isPayPalLive: false,
    allowedRecaptcha: false,
    configuredRecaptcha: false,
    allowedFacebookLogin: false,
    allowedGoogleLogin: false,
    allowedGithubLogin: false,
  })
})
