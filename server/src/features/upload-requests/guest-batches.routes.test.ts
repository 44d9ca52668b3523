import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import {
  folderOf,
  namesOf,
  requestPath,
  uploadRequestApi,
} from '../../../test/upload-request-api.ts'

const t = await openTestApp()
const ann = await t.signIn()
const asking = uploadRequestApi(t, ann)

interface Sent {
  filename: string
  path: string
  upload_id: string
}

const file = (filename: string): Sent => ({
  filename,
  path: `Box/${filename}`,
  upload_id: randomUUID(),
})
const a = file('a.txt')
const b = file('b.txt')
const c = file('c.txt')

/** Sends files of one character without cookies. @returns the ids of their items */
async function sendBatch(token: string, files: readonly Sent[]): Promise<string[]> {
  const form = new FormData()
  form.set('manifest', JSON.stringify(files.map(each => ({ ...each, size: 1 }))))
  for (const { filename } of files) form.append('file', new Blob(['x']), filename)
  const { body } = await t.anonymous().send('POST', `${requestPath(token)}/upload/batch`, form)
  return body.data.map(({ item }: { item: { id: string } | null }) => item?.id)
}

/** The names in the only folder that a request has received. */
async function namesInBox(request: Awaited<ReturnType<typeof asking.ask>>): Promise<string[]> {
  const { body } = await ann.send('GET', `/api/browse/folders/${folderOf(request)}`)
  expect(namesOf(body)).toEqual(['Box'])
  return (await ann.names(body.data[0].id)).sort()
}

describe('a batch of a guest without cookies', () => {
  it.each<[string, readonly Sent[][], readonly Sent[]]>([
    ['whole', [[a, b]], [a, b]],
    ['without its first files', [[a, b, c]], [b, c]],
    ['in another order', [[a, b]], [b, a]],
    ['together with another one', [[a], [b, c]], [a, b]],
  ])('is repeated %s by the ids of its files', async (_, batches, repeated) => {
    const request = await asking.ask()
    const { token } = request.attributes
    const ids = new Map<Sent, string | undefined>()
    for (const batch of batches)
      for (const [index, id] of (await sendBatch(token, batch)).entries())
        ids.set(batch[index] as Sent, id)
    expect(await sendBatch(token, repeated)).toEqual(repeated.map(each => ids.get(each)))
    const { body } = await ann.send('GET', `/api/file-requests/${request.id}`)
    expect(body.data.attributes.received_files).toBe(batches.flat().length)
  })

  it('that is repeated with further files puts them into the same folder', async () => {
    const request = await asking.ask()
    const { token } = request.attributes
    const [, id] = await sendBatch(token, [a, b])
    expect((await sendBatch(token, [b, c]))[0]).toBe(id)
    expect(await namesInBox(request)).toEqual(['a.txt', 'b.txt', 'c.txt'])
  })

  it('is repeated file by file', async () => {
    const request = await asking.ask()
    const { token } = request.attributes
    const [, id] = await sendBatch(token, [a, b])
    const repeated = await asking.send(t.anonymous(), token, { ...b, content: 'x' })
    expect(repeated.body.data.id).toBe(id)
    expect(await namesInBox(request)).toEqual(['a.txt', 'b.txt'])
  })

  it('repeats neither files of guests with cookies nor those of other requests', async () => {
    const [first, second] = [await asking.ask(), await asking.ask()]
    const { token } = first.attributes
    const guest = await asking.requestGuestId(token)
    const { id } = (await asking.send(guest, token, { ...a, content: 'x' })).body.data
    const [own] = await sendBatch(token, [a])
    const [other] = await sendBatch(second.attributes.token, [a])
    expect(new Set([id, own, other]).size).toBe(3)
  })
})
