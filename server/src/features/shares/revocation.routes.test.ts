import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { readSlowly } from '../../../test/read-slowly.ts'
import { sharingBy } from '../../../test/sharing.ts'

const PASSWORD = 'open sesame'
const t = await openTestApp()
const ann = await t.signIn()
const { folder, share, change } = sharingBy(ann)

/** A running transfer ends within seconds. */
const UPLOAD = '0190a000-0000-7000-8000-000000000002'
const BIG = new Uint8Array(24 * 1024 * 1024)
async function big(more: object = {}) {
  const top = await folder('Big')
  const sent = await ann.upload({ filename: 'big.bin', parent_id: top, content: BIG })
  return { token: await share(top, more), id: sent.body.data.id as string, top }
}
/** Sends a chunk that never ends. */
function sendSlowly(token: string) {
  const { hostname, port } = new URL(t.origin)
  const socket = connect(Number(port), hostname)
  const isOver = new Promise<void>(resolve => {
    socket.once('close', () => resolve())
    // The server may also answer with a rejection before it closes.
    socket.on('data', () => resolve())
    socket.on('error', () => undefined)
  }).finally(() => socket.destroy())
  const fields = { filename: 'slow.bin', upload_id: UPLOAD, offset: 0, size: 5000, is_last: true }
  const form = Object.entries(fields).map(
    ([name, value]) =>
      `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  socket.write(
    `POST /api/sharing/upload/${token} HTTP/1.1\r\nHost: here\r\nX-Requested-With: XMLHttpRequest\r\n` +
      `Content-Type: multipart/form-data; boundary=edge\r\nContent-Length: 100000\r\n\r\n${form.join('')}` +
      '--edge\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\nbegun',
  )
  return { isOver }
}

const endings: [string, (token: string, top: string) => Promise<unknown>][] = [
  ['is revoked', token => ann.send('DELETE', '/api/share/revoke', { tokens: [token] })],
  ['gets a password', token => change(token, { password: PASSWORD })],
  [
    'is trashed',
    (_, top) => ann.send('POST', '/api/remove', { items: [{ id: top, type: 'folder' }] }),
  ],
  ['expires', async () => t.advance(3_600_000)],
]

it.each(endings)(
  'running downloads, archives and chunks end when their link %s',
  async (_, end) => {
    const { token, id, top } = await big({ permission: 'editor', expiration: 1 })
    const chunk = sendSlowly(token)
    const download = await t.anonymous().fetch(`/file/${id}/shared/${token}?download=1`)
    const zip = await t.anonymous().fetch(`/api/sharing/zip/${token}?select_all_in=all`)
    await end(token, top)
    await expect(readSlowly(download)).rejects.toThrow()
    await expect(readSlowly(zip)).rejects.toThrow()
    await chunk.isOver
  },
)

it('running transfers of unlocked guests end when the password changes', async () => {
  const { token, id } = await big({ isPassword: true, password: PASSWORD })
  const guest = t.anonymous()
  await guest.send('POST', `/api/sharing/authenticate/${token}`, { password: PASSWORD })
  const download = await guest.fetch(`/file/${id}/shared/${token}?download=1`)
  const zip = await guest.fetch(`/api/sharing/zip/${token}?select_all_in=all`)
  expect([download.status, zip.status]).toEqual([200, 200])
  await change(token, { password: 'another one' })
  await expect(readSlowly(download)).rejects.toThrow()
  await expect(readSlowly(zip)).rejects.toThrow()
})

it('the next chunk of an upload is rejected without permission and accepted once it is restored', async () => {
  const { token } = await big({ permission: 'editor' })
  const guest = t.anonymous()
  const chunk = (offset: number) =>
    guest.upload(
      {
        filename: 'on.bin',
        upload_id: '0190a000-0000-7000-8000-000000000001',
        offset,
        size: 20,
        is_last: offset === 10,
        content: 'x'.repeat(10),
      },
      `/api/sharing/upload/${token}`,
    )
  expect((await chunk(0)).status).toBe(200)
  await change(token, { permission: 'visitor' })
  expect((await chunk(10)).status).toBeGreaterThanOrEqual(400)
  await change(token, { permission: 'editor' })
  expect((await chunk(10)).status).toBe(201)
})
