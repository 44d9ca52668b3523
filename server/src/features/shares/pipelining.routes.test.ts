import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { bytes } from '../../../test/contents.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { sharingBy } from '../../../test/sharing.ts'

const t = await openTestApp()
const ann = await t.signIn()
const { folder, share } = sharingBy(ann)

// More than the socket buffers between client and server hold.
const SIZE = 24_000_000
/** A shared folder with one large file, with the paths of the file and of the folder's zip. */
async function sharedFolder(name: string, limits: object) {
  const parent_id = await folder(name)
  const { body } = await ann.upload({ filename: 'large.bin', parent_id, content: bytes(SIZE) })
  const token = await share(parent_id, limits)
  return {
    file: `/file/${body.data.id}/shared/${token}`,
    zip: `/api/sharing/zip/${token}?select_all_in=all`,
  }
}
const free = await sharedFolder('free', {})

/** Sends two pipelined requests, reads the first response and half of the second, and closes. */
function pipeline(paths: readonly string[]): Promise<number[]> {
  const { hostname, port } = new URL(t.origin)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    const statuses: number[] = []
    let count = 0
    socket.on('connect', () =>
      socket.write(paths.map(path => `GET ${path} HTTP/1.1\r\nHost: coffer.test\r\n\r\n`).join('')),
    )
    socket.on('data', data => {
      count += data.length
      for (const [, status] of data.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3}) /g))
        statuses.push(Number(status))
      if (count >= 1.5 * SIZE || statuses.some(status => status >= 400)) socket.destroy()
    })
    socket.on('close', () => resolve(statuses))
    socket.on('error', reject)
  })
}

it.each(['file', 'zip'] as const)(
  'a link limited to one download serves a %s once to pipelined requests',
  async kind => {
    const limited = await sharedFolder(kind, { download_limit: 1 })
    // While the first response is sent, the second request waits without a socket.
    const paths = [free[kind], limited[kind]]
    expect(await pipeline(paths)).toEqual([200, 200])
    const { body } = await ann.send('GET', '/api/ping')
    expect(body).toBe('pong')
    expect(await pipeline(paths)).toEqual([200, 410])
  },
)
