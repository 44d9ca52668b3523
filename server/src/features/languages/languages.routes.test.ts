import { afterEach, describe, expect, it } from 'vitest'
import { anotherProcess } from '../../../test/another-process.ts'
import { openMailApp } from '../../../test/open-test-app.ts'

const { t, mail } = await openMailApp({ appUrl: 'https://files.example.test' })
const admin = await t.signIn('admin')
const ann = await t.signIn()

const PATH = '/api/admin/languages'
const add = async (locale: string, name = locale) =>
  (await admin.send('POST', PATH, { locale, name })).body.data.id as string
const idOf = async (locale: string): Promise<string> => {
  const { data } = (await admin.send('GET', PATH)).body
  return data.find((one: { attributes: { locale: string } }) => one.attributes.locale === locale).id
}
const set = (id: string, strings: Record<string, string | null>) =>
  admin.send('PATCH', `${PATH}/${id}/strings`, { strings })
const served = async (locale: string, client = t.anonymous()) =>
  (await client.send('GET', `/translations/${locale}`)).body
const stringsOf = async (id: string, query = '') =>
  (await admin.send('GET', `${PATH}/${id}/strings?per_page=200&${query}`)).body

/** Removes what a test left, because all tests share the languages. */
afterEach(async () => {
  const { data } = (await admin.send('GET', PATH)).body
  for (const { id, attributes } of data) {
    if (!attributes.is_product) await admin.send('DELETE', `${PATH}/${id}`)
    const { data: changed } = await stringsOf(id, 'state=changed')
    if (attributes.is_product && changed.length > 0)
      await set(id, Object.fromEntries(changed.map(({ key }: { key: string }) => [key, null])))
  }
})

describe('the list of languages', () => {
  it('has English and Spanish, translated completely, with the English texts', async () => {
    const { body } = await admin.send('GET', PATH)
    expect(body.meta.current_language).toBe('en')
    expect(body.meta.reference_translations['actions.copy']).toBe('Copy')
    for (const { attributes } of body.data) {
      expect(attributes).toMatchObject({ is_product: true, changed: 0, outdated: 0 })
      expect(attributes.translated).toBe(attributes.total)
    }
  })

  it('counts what is translated of an added language', async () => {
    const id = await add('ru', 'Русский')
    await set(id, { 'actions.copy': 'Копировать', 'files.items_few': '{{count, number}} объекта' })
    const { attributes } = (await admin.send('GET', `${PATH}/${id}`)).body.data
    expect(attributes).toMatchObject({ locale: 'ru', direction: 'ltr', translated: 2, changed: 2 })
    expect(attributes.translations).toEqual({
      'actions.copy': 'Копировать',
      'files.items_few': '{{count, number}} объекта',
    })
  })

  it('takes a language once, and only one that exists', async () => {
    await add('fr')
    const again = await admin.send('POST', PATH, { locale: 'FR', name: 'French' })
    expect([again.status, again.body.code]).toEqual([409, 'language.exists'])
    for (const locale of ['xx', 'de-XYZ', '<b>', '__proto__']) {
      const { status, body } = await admin.send('POST', PATH, { locale, name: 'Odd' })
      expect([status, Object.keys(body.errors)], locale).toEqual([422, ['locale']])
    }
  })

  it('renames a language, also by name and value', async () => {
    const id = await add('de')
    await admin.send('PATCH', `${PATH}/${id}`, { name: 'Deutsch' })
    expect((await t.anonymous().send('GET', '/api/config')).body.languages).toEqual([
      { locale: 'de', name: 'Deutsch' },
      { locale: 'en', name: 'English' },
      { locale: 'es', name: 'Español' },
    ])
    const { body } = await admin.send('PATCH', `${PATH}/${id}`, { name: 'name', value: 'German' })
    expect(body.data.attributes.name).toBe('German')
    expect((await admin.send('PATCH', `${PATH}/${id}`, { name: ' ' })).status).toBe(422)
  })

  it('makes a language the default, and English again when it is deleted', async () => {
    const id = await add('ar', 'العربية')
    const { body } = await admin.send('PATCH', `${PATH}/${id}`, { is_default: true })
    expect(body.data.attributes).toMatchObject({ is_default: true, direction: 'rtl' })
    const locale = async () => (await t.anonymous().send('GET', '/api/config')).body.locale
    expect(await locale()).toBe('ar')
    expect((await admin.send('DELETE', `${PATH}/${id}`)).status).toBe(204)
    expect(await locale()).toBe('en')
    expect((await admin.send('GET', `${PATH}/${id}`)).status).toBe(404)
  })

  it('never deletes English', async () => {
    const { status, body } = await admin.send('DELETE', `${PATH}/${await idOf('en')}`)
    expect([status, body.code]).toEqual([422, 'language.needed'])
  })
})

describe('a user', () => {
  it('chooses an added language, and falls back when it is deleted', async () => {
    const id = await add('pt-BR', 'Português')
    const chosen = await ann.send('PATCH', '/api/user/settings', { language: 'pt-BR' })
    const languageOf = (body: typeof chosen.body) =>
      body.data.relationships.settings.data.attributes.language
    expect(languageOf(chosen.body)).toBe('pt-BR')
    await admin.send('DELETE', `${PATH}/${id}`)
    expect(languageOf((await ann.send('GET', '/api/user')).body)).toBeNull()
    const refused = await ann.send('PATCH', '/api/user/settings', { language: 'pt-BR' })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['language']])
  })

  it('reads errors and mail in it', async () => {
    const id = await add('de', 'Deutsch')
    await set(id, {
      'errors.item.not_found.title': 'Nicht gefunden',
      'emails.recover_password.subject': 'Passwort für {{app}}',
    })
    await ann.send('PATCH', '/api/user/settings', { language: 'de' })
    const headers = { 'accept-language': 'de-AT,de;q=0.9' }
    const missing = await ann.send('GET', '/api/items/x', undefined, { headers })
    expect(missing.body.title).toBe('Nicht gefunden')
    const { email } = (await ann.send('GET', '/api/user')).body.data.attributes
    await t.anonymous().send('POST', '/api/auth/request-password-reset', { email })
    await t.runJobs()
    const [received] = await mail.emailsTo(email)
    expect(received?.subject).toBe('Passwort für Coffer')
    expect(received?.html).toContain('<html lang="de" dir="ltr">')
    // Not translated.
    expect(received?.text).toContain('Choose password')
  })
})

describe('the texts of a language', () => {
  it('are served at once, with another tag', async () => {
    const id = await idOf('es')
    const path = '/translations/es?part=app'
    const before = await t.anonymous().send('GET', path)
    await set(id, { 'actions.copy': 'Duplicar' })
    const after = await t.anonymous().send('GET', path)
    expect(after.body['actions.copy']).toBe('Duplicar')
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    await set(id, { 'actions.copy': null })
    const reset = await t.anonymous().send('GET', path)
    expect(reset.headers.get('etag')).toBe(before.headers.get('etag'))
  })

  it('are the same on every process', async () => {
    const other = await anotherProcess(t)
    if (!other) return
    await set(await idOf('en'), { 'actions.copy': 'Copy it' })
    expect(await served('en', other.from(ann))).toMatchObject({ 'actions.copy': 'Copy it' })
    await other.close()
  })

  it('fall back to English, also to a changed one, in the right plural form', async () => {
    await set(await idOf('en'), { 'actions.copy': 'Copy it' })
    const id = await add('ru', 'Русский')
    expect(await served('ru')).toMatchObject({
      'actions.copy': 'Copy it',
      'files.items_one': '{{count, number}} items',
      'files.items_few': '{{count, number}} items',
    })
    await set(id, { 'files.items_other': '{{count, number}} объекта' })
    expect(await served('ru-RU')).toMatchObject({ 'files.items_few': '{{count, number}} объекта' })
  })

  it('are listed with source, plural form and examples, and searched in both languages', async () => {
    const id = await add('ru', 'Русский')
    await set(id, { 'files.items_many': '{{count, number}} объектов' })
    const { data, meta } = await stringsOf(id, 'query=объектов')
    expect(meta.paginate.total).toBe(1)
    expect(data[0]).toMatchObject({
      key: 'files.items_many',
      source: '{{count, number}} items',
      product_value: null,
      is_changed: true,
      form: 'many',
      examples: [0, 5, 6, 7],
      is_exact_form: false,
    })
    expect((await stringsOf(id, 'query=COPY%20TO')).meta.paginate.total).toBeGreaterThan(1)
    const missing = await stringsOf(id, 'state=missing')
    const { total } = (await admin.send('GET', `${PATH}/${id}`)).body.data.attributes
    expect(missing.meta.paginate.total).toBe(total - 1)
  })

  it('are outdated when the English text changes', async () => {
    const id = await add('fr', 'Français')
    await set(id, { 'actions.copy': 'Copier' })
    await set(await idOf('en'), { 'actions.copy': 'Make a copy' })
    const { data } = await stringsOf(id, 'state=outdated')
    expect(data).toMatchObject([
      { key: 'actions.copy', source: 'Make a copy', previous_source: 'Copy', value: 'Copier' },
    ])
    // Saving it again confirms it.
    await admin.send('PATCH', `${PATH}/${id}/strings`, { name: 'actions.copy', value: 'Copier' })
    expect((await stringsOf(id, 'state=outdated')).data).toEqual([])
  })

  it.each([
    ['actions.move_to', 'Ziel', 'The placeholder {{folder}} is missing.'],
    ['actions.copy', 'Kopie {{name}}', 'The English text has no placeholder {{name}}.'],
    ['actions.move_to', '{{folder}} {{- folder}}', 'The English text has no placeholder'],
    ['actions.copy', 'a }} b', 'There are braces'],
    ['actions.copy', '<img src=x onerror=alert(1)>', 'Texts can’t contain markup'],
    ['actions.copy', '$t(files.items)', 'Texts can’t contain markup'],
    ['actions.copy', '=HYPERLINK("x")', 'Texts can’t begin with'],
    ['actions.copy', 'a\u202eb', 'control characters'],
    ['actions.copy', 'a\u0000b', 'control characters'],
    ['actions.copy', '  ', 'Enter a text.'],
    ['actions.copy', 'x'.repeat(1001), 'too long'],
    ['files.items_other', 'Dateien', 'The placeholder {{count, number}} is missing.'],
    ['no.such_key', 'x', 'no text with this key'],
    ['constructor', 'x', 'no text with this key'],
  ])('reject a text of %s that is %.40s', async (key, text) => {
    const id = await add('de', 'Deutsch')
    const { status, body } = await set(id, { 'actions.duplicate': 'Duplizieren', [key]: text })
    expect([status, Object.keys(body.errors)]).toEqual([422, [`strings.${key}`]])
    // Nothing of the call is stored.
    expect((await stringsOf(id, 'state=changed')).data).toEqual([])
  })

  it('may leave out the count in a form of one number only', async () => {
    const german = await add('de', 'Deutsch')
    expect((await set(german, { 'files.items_one': 'Ein Objekt' })).status).toBe(200)
    const russian = await add('ru', 'Русский')
    expect((await set(russian, { 'files.items_one': 'Один объект' })).status).toBe(422)
  })
})

it('shows changed texts in the audit log, whatever their keys contain', async () => {
  const { body } = await admin.send('POST', PATH, { locale: 'is', name: 'Íslenska' })
  await set(body.data.id, { 'access_tokens.create': 'Lykilorð' })
  const entry = await t.deps.db
    .selectFrom('audit_entries')
    .select('after')
    .where('action', '=', 'language.texts_changed')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  expect(entry.after).toContain('Lykilorð')
})
