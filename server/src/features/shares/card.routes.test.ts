import { expect, it } from 'vitest'
import * as samples from '../../../test/media-samples.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { sharingBy } from '../../../test/sharing.ts'

const CRAWLER = { 'user-agent': 'facebookexternalhit/1.1' }
const t = await openTestApp()
const ann = await t.signIn()
const { folder, share } = sharingBy(ann)
const linkPreviewOf = async (path: string, language = 'en') => {
  const headers = { ...CRAWLER, 'accept-language': language }
  const answer = await t.anonymous().fetch(path, { headers })
  return { status: answer.status, headers: answer.headers, page: await answer.text() }
}

it('serves link preview pages to crawlers and asks search engines not to index them', async () => {
  const token = await share(await folder('Harbour'))
  for (const path of [`/share/${token}`, `/api/sharing/og-site/${token}`]) {
    const { status, headers, page } = await linkPreviewOf(path)
    expect([status, headers.get('x-robots-tag')]).toEqual([200, 'noindex, nofollow'])
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page).toContain('<meta property="og:title" content="Harbour">')
    expect(page).toMatch(/og:description" content="[^"]+ shared this with you/)
    expect(page).toContain('noindex')
    expect(page).not.toContain('<script')
  }
})

it('shows the thumbnail of a shared picture in the link preview', async () => {
  const sent = await ann.upload({
    filename: 'quay.png',
    content: await samples.picture('png'),
  })
  await t.runJobs()
  const token = await share(sent.body.data.id, {}, 'file')
  const { page } = await linkPreviewOf(`/share/${token}`)
  expect(page).toContain('<meta property="og:title" content="quay.png">')
  expect(page).toContain('<meta name="twitter:card" content="summary_large_image">')
  const address = /og:image" content="([^"]+)"/.exec(page)?.[1] ?? ''
  expect(address).toMatch(new RegExp(`^${t.origin}/`))
  const picture = await t.anonymous().fetch(address.slice(t.origin.length), { headers: CRAWLER })
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  // Once the link has a password, neither the preview nor its image is public.
  await ann.send('PATCH', `/api/share/${token}`, { password: 'open sesame' })
  expect((await linkPreviewOf(`/share/${token}`)).page).not.toMatch(/og:image|quay/)
  const locked = await t.anonymous().fetch(address.slice(t.origin.length), { headers: CRAWLER })
  expect(locked.status).toBe(401)
})

it('uses the language of the Accept-Language header', async () => {
  const id = await folder('Puerto')
  const token = await share(id)
  const open = (await linkPreviewOf(`/share/${token}`, 'es-MX,es;q=0.9')).page
  expect(open).toContain('<html lang="es"')
  expect(open).toMatch(/og:description" content="[^"]+ ha compartido esto contigo en Coffer\."/)
  await ann.send('PATCH', `/api/share/${token}`, { password: 'open sesame' })
  const locked = (await linkPreviewOf(`/share/${token}`, 'es')).page
  expect(locked).toContain('og:title" content="Han compartido algo contigo"')
  expect(locked).toContain('Abre el enlace e introduce su contraseña.')
})

it('escapes item names in the link preview', async () => {
  const token = await share(await folder(`"><img src=x onerror='a&b'>`))
  const { page } = await linkPreviewOf(`/share/${token}`)
  expect(page).not.toContain('<img')
  expect(page).toContain('&quot;&gt;&lt;img src=x onerror=&#39;a&amp;b&#39;&gt;')
})

it('reveals nothing about a password-protected item', async () => {
  const id = await folder('Secret-plans')
  const token = await share(id, { isPassword: true, password: 'open sesame' })
  for (const path of [`/share/${token}`, `/api/sharing/og-site/${token}`]) {
    const { status, page } = await linkPreviewOf(path)
    expect(status).toBe(200)
    expect(page).not.toContain('Secret-plans')
    expect(page).not.toContain(id)
    expect(page).not.toContain('og:image')
  }
})

it('returns 404 for an unknown link', async () => {
  expect((await linkPreviewOf('/share/aaaaaaaaaaaaaaaaaaaaaa')).status).toBe(404)
  expect((await linkPreviewOf('/api/sharing/og-site/aaaaaaaaaaaaaaaaaaaaaa')).status).toBe(404)
})

it('does not count visits of crawlers', async () => {
  const token = await share(await folder('Quiet'))
  await linkPreviewOf(`/share/${token}`)
  const response = await ann.send('GET', `/api/share/${token}`)
  expect(response.body.data.attributes.visits).toBe(0)
})

it('serves the app to clients that are not crawlers', async () => {
  const token = await share(await folder('Open'))
  const headers = { accept: 'text/html', 'user-agent': 'Mozilla/5.0 Firefox/140.0' }
  for (const path of [`/share/${token}`, '/share/nothing']) {
    const answer = await t.anonymous().fetch(path, { headers })
    expect(await answer.text(), path).not.toContain('og:title')
  }
})
