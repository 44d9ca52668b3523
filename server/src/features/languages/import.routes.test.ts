import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'

const t = await openTestApp()
const admin = await t.signIn('admin')
const PATH = '/api/admin/languages'

let id = ''
beforeEach(async () => {
  id = (await admin.send('POST', PATH, { locale: 'de', name: 'Deutsch' })).body.data.id
})
afterEach(() => admin.send('DELETE', `${PATH}/${id}`))

const importFile = (content: string | Uint8Array<ArrayBuffer>, dryRun = false) => {
  const form = new FormData()
  form.set('file', new Blob([content]), 'translations')
  return admin.send('POST', `${PATH}/${id}/import?dry_run=${dryRun}`, form)
}
const translations = async () =>
  (await admin.send('GET', `${PATH}/${id}`)).body.data.attributes.translations
const exported = async (format: string, query = '') =>
  (await admin.fetch(`${PATH}/${id}/export?format=${format}${query}`)).text()

it.each(['json', 'csv'])('imports its own export as %s without changes', async format => {
  await importFile(
    JSON.stringify({ 'actions.copy': 'Kopieren', 'actions.move_here': '"Hier", ja' }),
  )
  const file = await exported(format)
  const { body } = await importFile(file)
  expect(body.data).toMatchObject({ is_applied: true, changed: 0, error_count: 0 })
  expect(await translations()).toEqual({
    'actions.copy': 'Kopieren',
    'actions.move_here': '"Hier", ja',
  })
})

it('exports only the missing texts, and imports them translated', async () => {
  await importFile(JSON.stringify({ 'actions.copy': 'Kopieren' }))
  const lines = (await exported('csv', '&state=missing')).split('\r\n')
  expect(lines[0]).toBe('key,source,translation')
  expect(lines.some(line => line.startsWith('actions.copy,'))).toBe(false)
  const file = `${lines[0]}\r\nactions.duplicate,Duplicate,Duplizieren\r\nactions.where,Destination,\r\n`
  expect((await importFile(file)).body.data).toMatchObject({ changed: 1, unchanged: 1 })
  expect(await translations()).toMatchObject({ 'actions.duplicate': 'Duplizieren' })
})

it('checks a file without storing anything', async () => {
  const { body } = await importFile(JSON.stringify({ 'actions.copy': 'Kopieren' }), true)
  expect(body.data).toMatchObject({ is_applied: false, changed: 1 })
  expect(await translations()).toEqual({})
})

const HOSTILE = [
  ['actions.copy', '<script>alert(1)</script>'],
  ['actions.duplicate', '=1+1'],
  ['actions.move_to', 'ohne Platzhalter'],
  ['no.such.key', 'x'],
  ['__proto__', 'x'],
  ['actions.copy_to', 'nach {{folder}} {{evil}}'],
] as const

it('names each bad row and stores nothing', async () => {
  const rows = [['actions.where', 'Ziel'], ...HOSTILE]
  const csv = ['key,translation', ...rows.map(([key, text]) => `${key},${text}`)].join('\n')
  const checked = (await importFile(csv, true)).body.data
  expect(checked).toMatchObject({ changed: 1, error_count: 6 })
  expect(checked.errors.map(({ row, key }: { row: number; key: string }) => [row, key])).toEqual(
    HOSTILE.map(([key], index) => [index + 3, key]),
  )
  expect(checked.errors[5].message).toBe('The English text has no placeholder {{evil}}.')
  const { status, body } = await importFile(csv)
  expect([status, body.code]).toEqual([422, 'language.import_invalid'])
  expect(Object.keys(body.errors)).toHaveLength(6)
  expect(await translations()).toEqual({})
})

it('rejects keys that appear twice, and values that are no texts', async () => {
  const csv = 'key,translation\nactions.copy,a\nactions.copy,b\n'
  expect((await importFile(csv, true)).body.data.errors).toMatchObject([{ row: 3 }])
  const json = '{"actions.copy": 5, "actions.where": null, "actions.duplicate": {"a": "b"}}'
  expect((await importFile(json, true)).body.data.error_count).toBe(3)
})

it.each([
  ['an image', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff), 'language.file_encoding'],
  [
    'Latin-1',
    Uint8Array.from(Buffer.from('key,translation\nactions.copy,Größe', 'latin1')),
    'language.file_encoding',
  ],
  ['broken JSON', '{"actions.copy": "a"', 'language.file_unreadable'],
  ['a JSON list', '[{"key": "actions.copy"}]', 'language.file_unreadable'],
  ['an open quote', 'key,translation\nactions.copy,"a', 'language.file_unreadable'],
  ['other columns', 'name,text\na,b\n', 'language.file_columns'],
  ['plain text', 'hello', 'language.file_columns'],
])('rejects %s', async (_, content, code) => {
  const { status, body } = await importFile(content)
  expect([status, body.code]).toEqual([422, code])
})

it('rejects a form without file, an empty file and one that is too large', async () => {
  const empty = await admin.send('POST', `${PATH}/${id}/import`, new FormData())
  expect(empty.status).toBe(422)
  expect((await importFile('')).status).toBe(422)
  expect((await importFile('x'.repeat(4_000_001))).status).toBe(413)
})

it('reads what spreadsheets write: UTF-16, semicolons, and guarded cells', async () => {
  const text = '\ufeffkey;source;translation\r\nactions.copy;Copy;Größe\r\n'
  expect((await importFile(Uint8Array.from(Buffer.from(text, 'utf16le')))).body.data.changed).toBe(
    1,
  )
  expect(await translations()).toEqual({ 'actions.copy': 'Größe' })
  const guarded = "key,translation\nactions.copy,'=1\n"
  expect((await importFile(guarded, true)).body.data.errors).toMatchObject([{ row: 2 }])
})

it('marks a translation of an earlier English text as outdated', async () => {
  await importFile('key,source,translation\nactions.copy,Old text,Kopieren\n')
  const { body } = await admin.send('GET', `${PATH}/${id}/strings?state=outdated`)
  expect(body.data).toMatchObject([{ key: 'actions.copy', previous_source: 'Old text' }])
})

it('takes a file of 20,000 rows', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => `key.${index},text`)
  const { body } = await importFile(['key,translation', ...rows].join('\n'), true)
  expect(body.data.error_count).toBe(20_000)
  expect(body.data.errors).toHaveLength(200)
})
