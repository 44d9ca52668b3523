import { contact } from '@coffer/contract'
import { beforeEach, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'

const t = await openTestApp()
const admin = await t.signIn('admin')
const PATH = '/api/admin/contact'

beforeEach(async () => {
  await t.deps.db.deleteFrom('rate_limits').execute()
  await t.deps.db.deleteFrom('contact_messages').execute()
})
const write = async (email: string, message = 'Is there space for me?') => {
  t.advance(1000)
  await t.anonymous().call(contact.contactAdministrators, { body: { email, message } })
}
const list = async (query = '') => (await admin.send('GET', `${PATH}${query}`)).body
const emails = async (query = '') =>
  (await list(query)).data.map((one: { attributes: { email: string } }) => one.attributes.email)

it('keeps messages, newest first, and counts those that wait', async () => {
  await write('ann@example.test')
  await write('bob@example.test')
  expect(await emails()).toEqual(['bob@example.test', 'ann@example.test'])
  expect(await emails('?sort=email&direction=asc')).toEqual([
    'ann@example.test',
    'bob@example.test',
  ])
  expect((await list()).meta.waiting).toBe(2)
  expect((await admin.send('GET', `${PATH}/count`)).body).toEqual({ data: { waiting: 2 } })
})

it('finds messages by address and words', async () => {
  await write('ann@example.test', 'About 100% of it')
  await write('bob@example.test', 'Other')
  expect(await emails('?query=ann')).toEqual(['ann@example.test'])
  expect(await emails('?query=100%25')).toEqual(['ann@example.test'])
  expect(await emails('?query=_')).toEqual([])
})

it('marks a message as answered and as waiting again', async () => {
  await write('ann@example.test')
  const [{ id }] = (await list()).data
  const { body } = await admin.send('PATCH', `${PATH}/${id}`, { is_answered: true })
  expect(body.data.attributes.answered_by).toBeTruthy()
  expect(await emails('?state=waiting')).toEqual([])
  expect(await emails('?state=answered')).toEqual(['ann@example.test'])
  await admin.send('PATCH', `${PATH}/${id}`, { is_answered: false })
  expect((await list('?state=waiting')).data[0].attributes.answered_at).toBeNull()
})

it('deletes a message once', async () => {
  await write('ann@example.test')
  const [{ id }] = (await list()).data
  expect((await admin.send('DELETE', `${PATH}/${id}`)).status).toBe(204)
  expect((await admin.send('DELETE', `${PATH}/${id}`)).body.code).toBe('contact.not_found')
  expect((await admin.send('PATCH', `${PATH}/${id}`, { is_answered: true })).status).toBe(404)
})
