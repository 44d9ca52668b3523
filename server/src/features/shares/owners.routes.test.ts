import { shares } from '@coffer/contract'
import type { LiveEvent } from '@coffer/contract/live'
import { expect, it } from 'vitest'
import { openPage } from '../../../test/open-page.ts'
import { openTestApp } from '../../../test/open-test-app.ts'

const t = await openTestApp()
const ann = await t.signIn()

const file = async (filename: string) =>
  (await ann.upload({ filename, content: 'content' })).body.data.id as string
const share = async (id: string, password: string | null = null) => {
  const body = { id, type: 'file', isPassword: password !== null, password } as const
  return (await ann.call(shares.createShare, { body })).body.data.attributes
}
const itemsIn = (events: readonly LiveEvent[]) =>
  events.flatMap(event => (event.type === 'item.changed' ? [event.item_id] : []))

it('guest activity appears live on the owner’s open page', async () => {
  const id = await file('watched.txt')
  const { token } = await share(id, 'open sesame')
  const page = await openPage(ann)
  const guest = t.anonymous()
  const unlock = (password: string) =>
    guest.send('POST', `/api/sharing/authenticate/${token}`, { password })
  await unlock('guessed')
  await expect.poll(() => itemsIn(page.events)).toEqual([id])
  await unlock('open sesame')
  await expect.poll(() => itemsIn(page.events)).toEqual([id, id])
  await guest.fetch(`/share/${token}/direct`)
  await expect.poll(() => itemsIn(page.events)).toEqual([id, id, id])
  const response = await ann.call(shares.getShare, { params: { token } })
  expect(response.body.data.attributes.downloads).toBe(1)
  page.close()
})

it('an expired link stays in the list of shared items with its expiry', async () => {
  const id = await file('short.txt')
  const body = { id, type: 'file', expiration: 1 } as const
  await ann.call(shares.createShare, { body })
  t.advance(3_600_000)
  const listed = await ann.send('GET', '/api/browse/share')
  const [listedItem] = listed.body.data.filter((item: { id: string }) => item.id === id)
  const { expires_at } = listedItem.relationships.shared.data.attributes
  expect(Date.parse(expires_at)).toBeLessThanOrEqual(t.deps.now().getTime())
  t.advance(-3_600_000)
})

it('a link uses the origin of the owner’s request', async () => {
  const { link, direct_link, token } = await share(await file('addressed.txt'))
  expect(link).toBe(`${t.origin}/share/${token}`)
  expect(direct_link).toBe(`${link}/direct`)
})
