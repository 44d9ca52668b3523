import { REQUIRED_PAGES } from '@coffer/contract/pages'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { removeAccount } from '../account-deletion/index.ts'

const t = await openTestApp()
const admin = await t.signIn('admin')
const guest = t.anonymous()
const PATH = '/api/admin/pages'

const text = (title: string, content = 'Text') => ({ title, content })
const create = (slug: string, more: object = {}) =>
  admin.send('POST', PATH, { slug, visibility: 'public', texts: { en: text('About') }, ...more })
const change = (slug: string, body: object) => admin.send('PATCH', `${PATH}/${slug}`, body)
const read = (slug: string, language = 'en') =>
  guest.send('GET', `/api/page/${slug}`, undefined, { headers: { 'accept-language': language } })
const list = async (query = '') => (await admin.send('GET', `${PATH}${query}`)).body

afterEach(async () => {
  vi.restoreAllMocks()
  for (const { attributes } of (await list()).data)
    if (!attributes.is_required) await admin.send('DELETE', `${PATH}/${attributes.slug}`)
})

describe('a page', () => {
  it.each(REQUIRED_PAGES)('%s comes with a text in English and Spanish', async slug => {
    const english = (await read(slug)).body.data.attributes
    const spanish = (await read(slug, 'es-MX')).body.data.attributes
    expect([english.locale, spanish.locale]).toEqual(['en', 'es'])
    expect(english.title).not.toBe(spanish.title)
    expect(spanish.content_formatted).toContain('<h2 id="')
  })

  it('is read in the language of the caller, else in the default one', async () => {
    await create('about', { texts: { en: text('About'), es: text('Acerca de') } })
    expect((await read('about', 'es')).body.data.attributes.title).toBe('Acerca de')
    expect((await read('about', 'fr')).body.data.attributes.title).toBe('About')
  })

  it('is hidden while it is a draft, like one that is missing', async () => {
    await create('about', { visibility: 'draft' })
    const [draft, missing] = [await read('about'), await read('none')]
    expect([draft.status, draft.body.code]).toEqual([404, 'page.not_found'])
    expect(draft.body.detail).toBe(missing.body.detail)
    await change('about', { visibility: 'footer' })
    expect((await read('about')).status).toBe(200)
  })

  it.each([
    ...['../etc', 'a/b', 'über', 'Ab', 'a--b', '-a', 'a b', '', '..', '%2e', 'a'.repeat(81), 'a.b'],
    ...['admin', 'api', 'create', 'sign-in', '<b>', '__proto__'],
  ])('is refused with the address %s', async slug => {
    const { status, body } = await create(slug)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['slug']])
  })

  it('is not found by an address that no database stores', async () => {
    expect((await read('a%00b')).status).toBeLessThan(500)
    expect((await guest.fetch('/page/a%00b')).status).toBeLessThan(500)
  })

  it('has an address of its own', async () => {
    await create('about')
    const again = await create('about')
    expect([again.status, again.body.code]).toEqual([409, 'page.exists'])
    await create('imprint')
    expect((await change('imprint', { slug: 'about' })).body.code).toBe('page.exists')
    expect((await change('imprint', { slug: 'legal' })).body.data.attributes.slug).toBe('legal')
    expect((await read('imprint')).status).toBe(404)
  })

  it('that the app links to is never deleted, moved or made a draft', async () => {
    for (const slug of REQUIRED_PAGES) {
      const deleted = await admin.send('DELETE', `${PATH}/${slug}`)
      expect([deleted.status, deleted.body.code]).toEqual([409, 'page.required'])
      expect((await change(slug, { slug: 'moved' })).body.code).toBe('page.required')
      expect((await change(slug, { visibility: 'draft' })).body.code).toBe('page.required')
      expect((await read(slug)).status).toBe(200)
    }
  })

  it('needs a title and a text', async () => {
    expect((await create('about', { texts: {} })).status).toBe(422)
    expect((await create('about', { texts: { en: text(' ') } })).status).toBe(422)
    expect((await create('about', { texts: { 'not a tag': text('a') } })).status).toBe(422)
    expect((await create('about', { texts: { en: text('a', 'a'.repeat(50_001)) } })).status).toBe(
      422,
    )
    expect((await create('about', { visibility: 'secret' })).status).toBe(422)
  })

  it('changes one field given by name and value', async () => {
    await create('about')
    await change('about', { name: 'title', value: 'Us' })
    await change('about', { name: 'content', value: '# Hi' })
    const { attributes } = (await change('about', { name: 'visibility', value: 'footer' })).body
      .data
    expect(attributes).toMatchObject({ visibility: 'footer', texts: { en: text('Us', '# Hi') } })
  })
})

describe('Markdown', () => {
  const render = async (content: string): Promise<string> => {
    await create('about', { texts: { en: text('About', content) } })
    return (await read('about')).body.data.attributes.content_formatted
  }

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt&#58;alert(1))',
    '[a](data:text/html,<script>alert(1)</script>)',
    '![a](javascript:alert(1))',
    '<javascript:alert(1)>',
    '[a]: javascript:alert(1)\n\n[a]',
    '<svg/onload=alert(1)>',
    '[a](vbscript:msgbox)',
    '# <iframe src="https://evil.example"></iframe>',
    '# "onmouseover=alert(1) x="',
    '<a href="https://a.example" onclick="alert(1)">a</a>',
  ])('runs nothing from %s', async content => {
    const html = await render(content)
    expect(html).not.toMatch(/<(?:script|img[^>]+onerror|svg|iframe)/i)
    expect(html).not.toMatch(/<[^>]*(?:javascript|vbscript|data):/i)
    expect(html).not.toMatch(/<[^>"]*(?:"[^"]*"[^>"]*)*\son\w+\s*=/i)
  })

  it('gives headings ids that links can lead to', async () => {
    const html = await render('# Añadir más\n\n## Same\n\n## Same\n\n## [Link](https://a.example)')
    expect(html).toContain('<h2 id="añadir-más"><a href="#añadir-más">')
    expect(html).toContain('id="same"')
    expect(html).toContain('id="same-2"')
    expect(html).toContain('<h2 id="link"><a href="https://a.example">')
  })

  it('has tables and task lists', async () => {
    expect(await render('| a |\n|---|\n| b |')).toContain('<td>b</td>')
  })
})

describe('versions', () => {
  const versions = async (slug: string) =>
    (await admin.send('GET', `${PATH}/${slug}/versions`)).body.data
  const restore = (slug: string, id: string) =>
    admin.send('POST', `${PATH}/${slug}/versions/${id}/restore`)

  it('keep the last twenty states, newest first', async () => {
    await create('about')
    for (let round = 1; round <= 22; round += 1)
      await change('about', { texts: { en: text(`Title ${round}`) } })
    const kept = await versions('about')
    expect(kept).toHaveLength(20)
    expect(kept[0].attributes.title).toBe('Title 21')
    expect(kept[19].attributes.title).toBe('Title 2')
    expect(kept[0].attributes.author).toBeTruthy()
  })

  it('name the author and the time of their texts, not of those that replaced them', async () => {
    const [ann, ben] = [await t.signIn('admin'), await t.signIn('admin')]
    const names = new Map(
      (await t.deps.db.selectFrom('users').select(['id', 'name']).execute()).map(user => [
        user.id,
        user.name,
      ]),
    )
    const body = { slug: 'about', visibility: 'public', texts: { en: text('One') } }
    const one = (await ann.send('POST', PATH, body)).body.data.attributes.updated_at
    t.advance(60_000)
    const edited = await ben.send('PATCH', `${PATH}/about`, { texts: { en: text('Two') } })
    const two = edited.body.data.attributes.updated_at
    t.advance(60_000)
    await admin.send('PATCH', `${PATH}/about`, { visibility: 'footer' })
    const authors = async () =>
      (await versions('about')).map(
        ({ attributes }: { attributes: { title: string; author: string; created_at: string } }) => [
          attributes.title,
          attributes.author,
          attributes.created_at,
        ],
      )
    expect(await authors()).toEqual([
      ['Two', names.get(ben.userId), two],
      ['One', names.get(ann.userId), one],
    ])
    const [, first] = await versions('about')
    await ben.send('POST', `${PATH}/about/versions/${first.id}/restore`)
    await change('about', { texts: { en: text('Three') } })
    expect((await authors()).slice(0, 2)).toEqual([
      ['One', names.get(ben.userId), expect.any(String)],
      ['Two', names.get(admin.userId), expect.any(String)],
    ])

    await removeAccount(t.deps, ann.userId, { sendsEmail: false })
    await t.runJobs()
    expect((await authors()).at(-1)).toEqual(['One', null, one])
    expect((await authors())[0][1]).toBe(names.get(ben.userId))
  })

  it('of the supplied text have no author', async () => {
    await change('privacy-policy', { visibility: 'public' })
    await change('privacy-policy', { texts: { en: text('Ours') } })
    await change('privacy-policy', { visibility: 'footer' })
    const authors = (await versions('privacy-policy')).map(
      ({ attributes }: { attributes: { author: string | null } }) => attributes.author,
    )
    expect(authors).toEqual([expect.any(String), null, null])
  })

  it('can be restored, which keeps the state before', async () => {
    await create('about', { texts: { en: text('One'), es: text('Uno') } })
    await change('about', { texts: { en: text('Two') }, visibility: 'draft' })
    const [first] = await versions('about')
    const { attributes } = (await restore('about', first.id)).body.data
    expect(attributes.texts).toEqual({ en: text('One'), es: text('Uno') })
    expect((await versions('about'))[0].attributes.title).toBe('Two')
  })

  it.each([
    ['draft', 'public'],
    ['public', 'draft'],
  ])('of a %s page that is %s now are restored without changing that', async (former, current) => {
    await create('about', { visibility: former })
    await change('about', { texts: { en: text('Two') }, visibility: current })
    const [first] = await versions('about')
    const { attributes } = (await restore('about', first.id)).body.data
    expect(attributes).toMatchObject({ texts: { en: text('About') }, visibility: current })
  })

  it('of the supplied text can be restored', async () => {
    const supplied = (await read('terms-of-service')).body.data.attributes.title
    await change('terms-of-service', { texts: { en: text('Ours') } })
    expect((await read('terms-of-service', 'es')).body.data.attributes.title).toBe('Ours')
    const [first] = await versions('terms-of-service')
    await restore('terms-of-service', first.id)
    expect((await read('terms-of-service')).body.data.attributes.title).toBe(supplied)
  })

  it('of another page are not found', async () => {
    await create('about')
    await create('imprint')
    await change('about', { visibility: 'draft' })
    const [first] = await versions('about')
    expect((await restore('imprint', first.id)).status).toBe(404)
    expect((await restore('none', first.id)).status).toBe(404)
  })
})

describe('a page that was changed since the caller loaded it', () => {
  const timeOf = (reply: { body: { data: { attributes: { updated_at: string } } } }) =>
    reply.body.data.attributes.updated_at
  const versionsOf = async (slug: string) =>
    (await admin.send('GET', `${PATH}/${slug}/versions`)).body.data
  const conflict = [409, 'page.changed_concurrently']

  it('is not changed, in any part', async () => {
    const seen_updated_at = timeOf(await create('about'))
    const first = await change('about', { texts: { en: text('Theirs') }, seen_updated_at })
    expect(first.status).toBe(200)
    const mine = { slug: 'mine', visibility: 'draft', texts: { en: text('Mine') }, seen_updated_at }
    const late = await change('about', mine)
    expect([late.status, late.body.code]).toEqual(conflict)
    expect(late.body.detail).toBe('It was saved after you opened it. Your changes were not saved.')
    expect((await read('about')).body.data.attributes).toMatchObject(text('Theirs'))
    expect(await versionsOf('about')).toHaveLength(1)
    const again = { ...mine, slug: 'about', seen_updated_at: timeOf(first) }
    expect((await change('about', again)).status).toBe(200)
  })

  it('is not changed by one field given by name and value', async () => {
    const seen_updated_at = timeOf(await create('about'))
    await change('about', { title: 'Theirs' })
    const late = await change('about', { name: 'title', value: 'Mine', seen_updated_at })
    expect([late.status, late.body.code]).toEqual(conflict)
  })

  it('is changed without the time that the caller knows, as scripts send it', async () => {
    await create('about')
    await change('about', { title: 'Theirs' })
    expect((await change('about', { title: 'Mine' })).status).toBe(200)
  })

  it('keeps one of two changes at once', async () => {
    const seen_updated_at = timeOf(await create('about'))
    const titles = ['One', 'Two']
    const replies = await Promise.all(
      titles.map(title => change('about', { title, seen_updated_at })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const saved = titles[replies.findIndex(({ status }) => status === 200)]
    expect((await read('about')).body.data.attributes.title).toBe(saved)
  })

  it('is recognised also when the clock has not advanced', async () => {
    await create('about')
    vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    const seen_updated_at = timeOf(await change('about', { title: 'Seen' }))
    await change('about', { title: 'Theirs' })
    const late = await change('about', { title: 'Mine', seen_updated_at })
    expect([late.status, late.body.code]).toEqual(conflict)
  })

  it('is not replaced by an earlier version', async () => {
    await create('about')
    const seen_updated_at = timeOf(await change('about', { title: 'Seen' }))
    const [first] = await versionsOf('about')
    const restore = (body?: object) =>
      admin.send('POST', `${PATH}/about/versions/${first.id}/restore`, body)
    await change('about', { title: 'Theirs' })
    const late = await restore({ seen_updated_at })
    expect([late.status, late.body.code]).toEqual(conflict)
    expect((await read('about')).body.data.attributes.title).toBe('Theirs')
    expect((await restore()).status).toBe(200)
  })

  it('needs a change beside the time that the caller knows', async () => {
    const seen_updated_at = timeOf(await create('about'))
    expect((await change('about', { seen_updated_at })).status).toBe(422)
  })
})

describe('the list', () => {
  it('is sorted, searched and filtered', async () => {
    await create('zebra', { texts: { en: text('Aardvark') }, visibility: 'draft' })
    const slugs = async (query: string) =>
      (await list(query)).data.map((page: { attributes: { slug: string } }) => page.attributes.slug)
    expect((await slugs('?sort=title'))[0]).toBe('zebra')
    expect((await slugs('?sort=slug&direction=desc'))[0]).toBe('zebra')
    expect(await slugs('?visibility=draft')).toEqual(['zebra'])
    expect(await slugs('?query=aard')).toEqual(['zebra'])
    expect((await list('?query=aard')).meta).toMatchObject({ all: 4, paginate: { total: 1 } })
    expect((await admin.send('GET', `${PATH}?sort=content`)).status).toBe(422)
  })

  it('is put in order', async () => {
    await admin.send('PUT', '/api/admin/page-order', { slugs: ['cookie-policy', 'none'] })
    const order = (await list()).data.map(
      (page: { attributes: { slug: string } }) => page.attributes.slug,
    )
    expect(order).toEqual(['cookie-policy', 'terms-of-service', 'privacy-policy'])
    await admin.send('PUT', '/api/admin/page-order', { slugs: [...REQUIRED_PAGES] })
  })
})

it('changes are in the audit log without their long texts', async () => {
  await create('about', { texts: { en: text('About', 'a long text') } })
  await change('about', { visibility: 'draft' })
  const rows = await t.deps.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('category', '=', 'page')
    .orderBy('seq', 'desc')
    .limit(2)
    .execute()
  expect(rows.map(row => row.action)).toEqual(['page.changed', 'page.created'])
  expect(JSON.stringify(rows)).not.toContain('a long text')
})
