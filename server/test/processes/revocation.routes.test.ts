import { randomBytes } from 'node:crypto'
import { auth } from '@coffer/contract'
import { expect, it, onTestFinished } from 'vitest'
import { anotherProcess } from '../another-process.ts'
import { openTestApp } from '../open-test-app.ts'
import { readSlowly } from '../read-slowly.ts'
import { TestClient } from '../test-client.ts'

const t = await openTestApp()

it.runIf(t.database.url).each(['a session', 'a link', 'an account'])(
  'M23: %s that ends at one process ends what another one sends',
  async kind => {
    const other = await anotherProcess(t)
    if (!other) return
    onTestFinished(other.close)
    const [admin, ann] = [await t.signIn('admin'), await t.signIn()]
    const sent = await ann.upload({ filename: 'big.bin', content: randomBytes(32_000_000) })
    const { id } = sent.body.data
    const body = { id, type: 'file', permission: 'visitor' }
    const { token } = (await ann.send('POST', '/api/share', body)).body.data.attributes
    const guest = () => new TestClient(other.origin).fetch(`/file/${id}/shared/${token}`)
    const owner = () => other.from(ann).fetch(`/file/${id}`)
    const response = await (kind === 'a link' ? guest() : owner())
    expect(response.status).toBe(200)
    if (kind === 'a session') await ann.call(auth.signOut, {})
    else if (kind === 'a link') await ann.send('DELETE', '/api/share/revoke', { tokens: [token] })
    else await admin.send('POST', `/api/admin/users/${ann.userId}/suspend`, { reason: 'Unpaid' })
    await expect(readSlowly(response)).rejects.toThrow()
  },
)
