import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'

const t = await openTestApp()

describe('a file in one request', () => {
  it('creates the file with its bytes, name and type', async () => {
    const ann = await t.signIn()
    const reply = await ann.upload({ filename: 'My notes.md', content: '# Notes' })
    expect(reply.status).toBe(201)
    expect(reply.body.data.attributes).toMatchObject({
      name: 'My-notes.md',
      original_name: 'My notes.md',
      mimetype: 'text/markdown',
      category: 'document',
      size_bytes: 7,
      parent_id: null,
    })
    expect(Buffer.from(await ann.download(reply.body.data)).toString()).toBe('# Notes')
  })

  it('detects the type by content, not by what the client declares', async () => {
    const ann = await t.signIn()
    const html = await ann.upload({
      filename: 'photo.png',
      content: '<!doctype html><script>1</script>',
    })
    const program = await ann.upload({
      filename: 'photo.jpg',
      content: Buffer.from('7f454c46020101000000000000000000', 'hex'),
    })
    expect(html.body.data.attributes.mimetype).toBe('text/html')
    expect(program.body.data.attributes.mimetype).toBe('application/x-elf')
  })

  it('keeps the modification time but never one in the future', async () => {
    const ann = await t.signIn()
    const dateOf = async (modified_at?: number) => {
      const sent = modified_at === undefined ? {} : { modified_at: String(modified_at) }
      return (await ann.upload({ filename: 'dated.txt', ...sent })).body.data.attributes
    }
    const old = await dateOf(Date.UTC(2019, 4, 4))
    expect(old.updated_at).toBe('2019-05-04T00:00:00.000Z')
    expect(old.created_at > old.updated_at).toBe(true)
    const earliest = Date.parse('0001-01-01T00:00:00Z')
    const [scanned, first] = [await dateOf(Date.UTC(1965, 0, 2)), await dateOf(earliest)]
    expect(scanned.updated_at).toBe('1965-01-02T00:00:00.000Z')
    expect(first.updated_at).toBe('0001-01-01T00:00:00.000Z')
    expect((await ann.send('GET', `/api/zip?items=${first.item_id}|file`)).status).toBe(200)
    for (const fresh of [await dateOf(9_000_000_000_000_000), await dateOf()])
      expect(fresh.updated_at).toBe(fresh.created_at)
    for (const modified_at of ['yesterday', String(earliest - 1)]) {
      const wrong = await ann.upload({ filename: 'dated.txt', modified_at })
      expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['modified_at']])
    }
  })

  it('accepts the file before the form, as older clients send it', async () => {
    const ann = await t.signIn()
    const form = new FormData()
    form.set('filename', 'old.txt')
    form.set('file', new Blob(['from an older client']), 'old.txt')
    for (const [name, value] of [
      ['path', ''],
      ['extension', 'txt'],
      ['is_last', 'true'],
    ] as const)
      form.set(name, value)
    const reply = await ann.send('POST', '/api/upload', form)
    expect(reply.status).toBe(201)
    expect(Buffer.from(await ann.download(reply.body.data)).toString()).toBe('from an older client')
  })

  // C5
  it('creates one file when sent twice with one id', async () => {
    const ann = await t.signIn()
    const upload_id = randomUUID()
    const send = () =>
      ann.upload({ filename: 'once.txt', upload_id, content: 'once', size: 4, offset: 0 })
    const replies = await Promise.all([send(), send()])
    expect(new Set(replies.map(reply => reply.body.data.id)).size).toBe(1)
    expect(await ann.names()).toEqual(['once.txt'])
  })

  it('creates the folders of its path once', async () => {
    const ann = await t.signIn()
    await Promise.all(
      [1, 2, 3, 4].map(number =>
        ann.upload({ filename: `${number}.txt`, path: `Trip/Day one/${number}.txt`, content: 'x' }),
      ),
    )
    expect(await ann.names()).toEqual(['Trip'])
    const [trip] = (await ann.send('GET', '/api/browse/folders/all')).body.data
    const [day] = (await ann.send('GET', `/api/browse/folders/${trip.id}`)).body.data
    expect(day.attributes).toMatchObject({ name: 'Day one', items: 4 })
  })
})

describe('a taken name', () => {
  it('is numbered by default', async () => {
    const ann = await t.signIn()
    for (const _ of [1, 2, 3]) await ann.upload({ filename: 'a.txt', content: 'x' })
    expect(await ann.names()).toEqual(['a (2).txt', 'a (3).txt', 'a.txt'].sort())
  })

  it('is replaced on request, and the old content becomes a version', async () => {
    const ann = await t.signIn()
    const first = await ann.upload({ filename: 'a.txt', content: 'old content' })
    const second = await ann.upload({ filename: 'A.txt', content: 'new', on_conflict: 'replace' })
    expect(second.body.data.id).toBe(first.body.data.id)
    expect(Buffer.from(await ann.download(second.body.data)).toString()).toBe('new')
    expect((await t.storage(ann.userId)).used_bytes).toBe(14)
  })

  it('keeps as many versions as the settings allow', async () => {
    const ann = await t.signIn()
    await t.settings({ versions_kept: 2 })
    for (const _ of [1, 2, 3, 4, 5])
      await ann.upload({ filename: 'a.txt', content: '0123456789', on_conflict: 'replace' })
    await t.settings({ versions_kept: 10 })
    expect((await t.storage(ann.userId)).used_bytes).toBe(30)
  })

  it('is skipped on request', async () => {
    const ann = await t.signIn()
    await ann.upload({ filename: 'a.txt', content: 'old' })
    const reply = await ann.upload({ filename: 'a.txt', content: 'new', on_conflict: 'skip' })
    expect([reply.status, reply.body.code]).toEqual([409, 'item.name_taken'])
    expect((await t.storage(ann.userId)).used_bytes).toBe(3)
  })
})
