import { describe, expect, it } from 'vitest'
import { askingOn, folderOf, requestPath } from '../../../test/asking.ts'
import { openTestApp } from '../../../test/open-test-app.ts'

const t = await openTestApp()
const ann = await t.signIn()
const asking = askingOn(t, ann)

describe('the limits of a request', () => {
  it('hold while many send at once', async () => {
    const request = await asking.ask({ max_files: 3, max_bytes: 1000 })
    const { token } = request.attributes
    const guests = await Promise.all(Array.from({ length: 8 }, () => asking.guestOf(token)))
    const replies = await Promise.all(
      guests.map(guest => asking.send(guest, token, { content: 'x' })),
    )
    const statuses = replies.map(reply => reply.status).sort()
    expect(statuses).toEqual([201, 201, 201, 423, 423, 423, 423, 423])
    expect(await ann.names(folderOf(request))).toHaveLength(3)
    const { received_files, received_bytes } = (
      await ann.send('GET', `/api/file-requests/${request.id}`)
    ).body.data.attributes
    expect([received_files, received_bytes]).toEqual([3, 3])
  })

  it('let in of many files as many as there is room for', async () => {
    const request = await asking.ask({ max_bytes: 10 })
    const { token } = request.attributes
    const guest = await asking.guestOf(token)
    const names = ['a.txt', 'b.txt', 'c.txt']
    const form = new FormData()
    form.set('manifest', JSON.stringify(names.map(filename => ({ filename, size: 4 }))))
    for (const name of names) form.append('file', new Blob(['1234']), name)
    const { body } = await guest.send('POST', `${requestPath(token)}/upload/batch`, form)
    const codes = body.data.map((one: { problem: { code: string } | null }) => one.problem?.code)
    expect(codes).toEqual([undefined, undefined, 'upload_request.full'])
    expect((await asking.detail(token, guest)).bytes_left).toBe(2)
  })

  it('name the endings that are taken, also when something is renamed', async () => {
    const { token } = (await asking.ask({ allowed_types: ['pdf', 'jpg'] })).attributes
    const guest = await asking.guestOf(token)
    const refused = await asking.send(guest, token, { filename: 'a.txt' })
    expect([refused.status, refused.body.code]).toEqual([422, 'upload_request.type_refused'])
    expect(refused.body.detail).toContain('.pdf, .jpg')
    const { id } = (await asking.send(guest, token, { filename: 'A.PDF' })).body.data
    const renamed = await guest.send('PATCH', `${requestPath(token)}/rename/${id}`, {
      ...{ name: 'a.exe', type: 'file' },
    })
    expect(renamed.body.code).toBe('upload_request.type_refused')
  })
})
