import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'

const webDist = await mkdtemp(join(tmpdir(), 'coffer-public-'))
await writeFile(
  join(webDist, 'index.html'),
  '<html><head><title>Coffer</title></head><body>app</body></html>',
)
await writeFile(
  join(webDist, 'public-page.html'),
  '<html lang="en"><head><!--head--></head><body><script src="/theme.js"></script><!--body--></body></html>',
)
afterAll(() => rm(webDist, { recursive: true, force: true }))

const t = await openTestApp({ webDist })
const admin = await t.signIn('admin')
const set = async (values: object) => {
  const { status } = await admin.send('PATCH', '/api/admin/settings', { values })
  expect(status).toBe(200)
}
const open = async (path: string, headers: Record<string, string> = {}) => {
  const reply = await fetch(`${t.origin}${path}`, {
    headers: { accept: 'text/html', 'accept-language': 'en', ...headers },
  })
  const policy = reply.headers.get('content-security-policy') ?? ''
  const cookie = reply.headers.get('set-cookie')
  return { status: reply.status, page: await reply.text(), policy, cookie }
}

beforeEach(() =>
  set({
    allow_homepage: true,
    header_title: {},
    section_get_started: true,
    google_analytics: null,
    allowed_adsense: false,
    adsense_client_id: null,
  }),
)

describe('the homepage', () => {
  it('is the web app while it is off', async () => {
    await set({ allow_homepage: false })
    expect((await open('/')).page).toContain('app')
  })

  it('is complete without scripts, with title, description and Open Graph tags', async () => {
    const { page } = await open('/')
    expect(page).toContain('<h1>Your files, in good keeping.</h1>')
    expect(page).toMatch(/<title>Coffer · Your files, in good keeping\.<\/title>/)
    expect(page).toMatch(/<meta name="description" content="[^"]{20,}">/)
    expect(page).toContain('<meta property="og:title"')
    expect(page).toContain('href="/page/privacy-policy"')
  })

  it('states the storage that accounts get', async () => {
    const fact = 'for every account'
    const sizes = { default_max_storage_amount: 7_000_000_000 }
    await set({ ...sizes, subscription_type: 'none', storage_limitation: false })
    expect((await open('/')).page).not.toContain(fact)
    await set({ storage_limitation: true })
    expect((await open('/')).page).toContain(`7 GB ${fact}`)
    await set({ subscription_type: 'metered' })
    expect((await open('/')).page).not.toContain(fact)
    await set({ subscription_type: 'fixed', storage_limitation: false })
    expect((await open('/')).page).toContain(`7 GB ${fact}`)
    await set({ subscription_type: 'none' })
  })

  it('is shown in the language of the browser, or in the one of the address', async () => {
    expect((await open('/', { 'accept-language': 'es-AR' })).page).toContain('lang="es"')
    const chosen = (await open('/?lang=es')).page
    expect(chosen).toContain('Tus archivos, en buenas manos.')
    expect(chosen).toContain('/page/privacy-policy?lang=es')
    expect((await open('/?lang=<b>')).status).toBe(200)
  })

  it('keeps the language of the address for later pages', async () => {
    const { cookie } = await open('/?lang=es')
    expect(cookie).toBe('coffer.language=es; Max-Age=31536000; Path=/; SameSite=Lax')
    expect((await open('/', { cookie: 'coffer.language=es' })).page).toContain('lang="es"')
    expect((await open('/page/cookie-policy', { cookie: 'coffer.language=es' })).page).toContain(
      'Política de cookies',
    )
    expect((await open('/?lang=en', { cookie: 'coffer.language=es' })).page).toContain('lang="en"')
    expect((await open('/', { 'accept-language': 'es' })).cookie).toBeNull()
  })

  it('ignores a stored language that is not installed', async () => {
    for (const value of ['xx', '<b>', '%', '']) {
      const { page } = await open('/', { cookie: `coffer.language=${value}` })
      expect(page).toContain('lang="en"')
    }
    expect((await open('/?lang=xx')).cookie).toBeNull()
  })

  it('shows edited texts as plain text', async () => {
    await set({ header_title: { en: '<img src=x onerror=alert(1)> & "we"' } })
    const { page } = await open('/')
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;we&quot;')
    expect(page).not.toContain('<img src=x')
    expect((await open('/?lang=es')).page).toContain('Tus archivos, en buenas manos.')
  })

  it('keeps the texts of other languages when one is changed or removed', async () => {
    const change = (texts: object) => admin.send('PATCH', '/api/admin/settings', { texts })
    const saved = async () =>
      (await admin.send('GET', '/api/admin/settings')).body.data.values.header_title.value
    await Promise.all([
      change({ header_title: { en: 'Hello' } }),
      change({ header_title: { es: 'Hola' } }),
    ])
    expect(await saved()).toEqual({ en: 'Hello', es: 'Hola' })
    expect((await change({ header_title: { en: null } })).status).toBe(200)
    expect(await saved()).toEqual({ es: 'Hola' })
    const long = await change({ header_title: { en: 'a'.repeat(501) } })
    expect([long.status, Object.keys(long.body.errors)]).toEqual([422, ['texts.header_title.en']])
  })

  it('leaves out sections that are off', async () => {
    expect((await open('/')).page).toContain('Bring your files home.')
    await set({ section_get_started: false })
    expect((await open('/')).page).not.toContain('Bring your files home.')
  })

  it('offers no account while registration is closed', async () => {
    await set({ registration: false })
    expect((await open('/')).page).not.toContain('/sign-up')
    await set({ registration: true })
  })

  it('can be previewed before saving, by administrators', async () => {
    const body = {
      values: { header_title: { es: 'Hola' }, section_features: false },
      locale: 'es',
      theme: 'dark',
    }
    const { html } = (await admin.send('POST', '/api/admin/homepage/preview', body)).body
    expect(html).toContain('<h1>Hola</h1>')
    expect(html).toContain('data-mantine-color-scheme="dark"')
    expect(html).not.toContain('<script')
    expect((await open('/?lang=es')).page).not.toContain('Hola')
    const user = await t.signIn()
    expect((await user.send('POST', '/api/admin/homepage/preview', body)).status).toBe(403)
  })
})

describe('public settings', () => {
  const read = async (column: string) =>
    (await t.anonymous().send('GET', `/api/settings?column=${encodeURIComponent(column)}`)).body

  it('are returned by name, and private ones are left out', async () => {
    const names = 'header_title|allow_homepage|smtp_host|app_color|installed_at|__proto__|none'
    expect(await read(names)).toEqual({
      header_title: 'Your files, in good keeping.',
      allow_homepage: true,
    })
  })
})

describe('a page', () => {
  it('is rendered for guests, with its summary for search engines', async () => {
    const { status, page } = await open('/page/cookie-policy')
    expect(status).toBe(200)
    expect(page).toContain('<h1>Cookie policy</h1>')
    expect(page).toMatch(/<meta name="description" content="Coffer uses cookies to work/)
    expect(page).toContain('<meta property="og:type" content="article">')
    expect((await open('/page/cookie-policy?lang=es')).page).toContain('Política de cookies')
  })

  it('that does not exist, or is a draft, answers 404 with the web app', async () => {
    await admin.send('POST', '/api/admin/pages', {
      slug: 'hidden',
      texts: { en: { title: 'Hidden', content: 'Secret words' } },
    })
    for (const path of ['/page/none', '/page/hidden', '/page/..%2fetc']) {
      const { status, page } = await open(path)
      expect([path, status]).toEqual([path, 404])
      expect(page).not.toContain('Secret words')
    }
  })
})

describe('statistics and advertising', () => {
  const ACCEPTED = { cookie: 'coffer.consent=accepted' }
  const GOOGLE = /google|doubleclick/
  const turnOn = () =>
    set({
      google_analytics: 'G-ABC1234567',
      allowed_adsense: true,
      adsense_client_id: 'ca-pub-1234567890123456',
    })

  it('are allowed by the policy only after consent, and only on public pages', async () => {
    await turnOn()
    for (const path of ['/', '/page/cookie-policy', '/share/aaaaaaaaaaaaaaaaaaaaaa']) {
      expect((await open(path)).policy, path).not.toMatch(GOOGLE)
      expect((await open(path, { cookie: 'coffer.consent=declined' })).policy).not.toMatch(GOOGLE)
      const { policy } = await open(path, ACCEPTED)
      expect(policy, path).toContain("script-src 'self' https://www.googletagmanager.com https://")
      expect(policy).toContain('frame-src https://googleads.g.doubleclick.net')
      expect(policy).not.toContain('unsafe-eval')
    }
    for (const path of ['/sign-in', '/platform/files', '/admin/users', '/pages', '/shared'])
      expect((await open(path, ACCEPTED)).policy, path).not.toMatch(/googletagmanager|doubleclick/)
  })

  it('are never allowed for signed-in users', async () => {
    await turnOn()
    const cookie = `coffer.consent=accepted; coffer.session_token=x`
    expect((await open('/', { cookie })).policy).not.toMatch(GOOGLE)
  })

  it('are allowed only as far as they are set up', async () => {
    expect((await open('/', ACCEPTED)).policy).not.toMatch(GOOGLE)
    await set({ google_analytics: 'G-ABC1234567' })
    const { policy } = await open('/', ACCEPTED)
    expect(policy).toContain('googletagmanager')
    expect(policy).not.toContain('doubleclick')
  })

  it('ask for consent on the homepage and on the cookie page', async () => {
    expect((await open('/')).page).not.toContain('data-consent="declined"')
    await turnOn()
    expect((await open('/')).page).toContain('data-consent="declined"')
    expect((await open('/page/cookie-policy')).page).toContain('data-consent-state')
    expect((await open('/page/privacy-policy')).page).not.toContain('data-consent-state')
  })

  it('take ids by their pattern, never markup', async () => {
    for (const values of [
      { adsense_client_id: '<script>' },
      { adsense_banner_01: '"><script>' },
      { google_analytics: 'javascript:alert(1)' },
    ])
      expect((await admin.send('PATCH', '/api/admin/settings', { values })).status).toBe(422)
  })
})
