import { account, linkedAccounts, notifications, twoFactor } from '@coffer/contract'
import { describe, expect, it } from 'vitest'
import { PASSWORD } from '../../../test/people.ts'
import type { SocialPerson } from '../../../test/social-server.ts'
import { openSocialApp } from '../../../test/social-visits.ts'
import { tamper } from '../../../test/tamper.ts'
import { emailOf } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { totp } from '../../../test/totp.ts'
import { turnOnTwoFactor } from '../../../test/two-factor.ts'

const { t, mail, newPerson, enterBy } = await openSocialApp()

const me = (client: TestClient) => client.call(account.getUser, {})
const listed = async (client: TestClient) =>
  (await client.call(linkedAccounts.listLinkedAccounts, {})).body.data
const unlink = (
  client: TestClient,
  id: string,
  reauthentication: { password?: string; code?: string } = {},
) =>
  client.call(linkedAccounts.unlinkAccount, {
    body: { id, password: PASSWORD, ...reauthentication },
  })

/** With a password, and Google beside it. */
async function linkedPerson() {
  const ann = await t.signIn()
  const email = await emailOf(ann)
  const [person, elsewhere] = [newPerson({ email }), t.anonymous()]
  await enterBy('google', person, elsewhere)
  await t.runJobs()
  await mail.emailsTo(email)
  const [{ id }] = await listed(ann)
  return { ann, elsewhere, person, email, id }
}

it('tells by which services one signs in, and since when, but not by which password', async () => {
  const { ann, id } = await linkedPerson()
  const [one, ...others] = await listed(ann)
  expect(others).toEqual([])
  expect(one).toMatchObject({ id, type: 'linked_account', attributes: { provider: 'google' } })
  expect(Date.parse(one.attributes.created_at)).not.toBeNaN()
  expect(Object.keys(one.attributes).sort()).toEqual(['created_at', 'provider'])
  expect(await listed(await t.signIn())).toEqual([])
})

describe('a service that is removed', () => {
  it('lets nobody in any more, ends every other session, and its owner is told', async () => {
    const { ann, elsewhere, person, email, id } = await linkedPerson()
    expect((await unlink(ann, id)).status).toBe(200)
    expect([(await me(ann)).status, (await me(elsewhere)).status]).toEqual([200, 401])
    expect(await listed(ann)).toEqual([])
    await t.runJobs()
    const subjects = (await mail.emailsTo(email)).map(({ subject }) => subject)
    expect(subjects).toEqual(['Signing in with Google was removed (Coffer)'])
    const { data } = (await ann.call(notifications.listNotifications, {})).body
    expect(data[0].attributes.title).toBe('Sign-in with Google was removed')
    await enterBy('google', { ...person, isVerified: false })
    expect(await listed(ann)).toEqual([])
  })

  it('takes the password, and with two-factor sign-in on a code', async () => {
    const { ann, id } = await linkedPerson()
    const wrong = await unlink(ann, id, { password: 'not the password' })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['password']])
    const { secret } = await turnOnTwoFactor(ann)
    const bare = await unlink(ann, id)
    expect([bare.status, Object.keys(bare.body.errors)]).toEqual([422, ['code']])
    expect(await listed(ann)).toHaveLength(1)
    expect((await unlink(ann, id, { code: totp(secret, 1) })).status).toBe(200)
  })

  it('is never the only way in', async () => {
    const client = t.anonymous()
    await enterBy('google', newPerson(), client)
    const [{ id }] = await listed(client)
    const reply = await unlink(client, id)
    expect([reply.status, reply.body.code]).toEqual([409, 'auth.last_sign_in_method'])
    expect(await listed(client)).toHaveLength(1)
  })

  it('is his own: another’s answers like one that there is not, and so does the password', async () => {
    const [{ ann, id }, ben] = [await linkedPerson(), await t.signIn()]
    const { id: password } = await t.deps.db
      .selectFrom('accounts')
      .select('id')
      .where('user_id', '=', ben.userId)
      .executeTakeFirstOrThrow()
    const replies = [
      await unlink(ben, id),
      await unlink(ann, password),
      await unlink(ann, t.deps.newId()),
    ]
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['404 auth.linked_account_not_found']),
    )
    expect(await listed(ann)).toHaveLength(1)
  })
})

describe('a service that is removed while somebody signs in by it', () => {
  async function enterWhile(remove: () => Promise<unknown>, person: SocialPerson, step: number) {
    const { transact } = t.deps
    const client = t.anonymous()
    tamper(t.deps, step, remove)
    const where = await enterBy('google', { ...person, isVerified: false }, client)
    // Else there was no such step, and nothing was tried.
    expect(t.deps.transact).toBe(transact)
    return { client, where }
  }

  // It is found, its session begun, and its owner told.
  it.each([1, 2, 3])('lets him in no more when his step %i is due', async step => {
    const { ann, person, id } = await linkedPerson()
    const { client } = await enterWhile(() => unlink(ann, id), person, step)
    expect([(await me(client)).status, (await me(ann)).status]).toEqual([401, 200])
  })

  it('leaves him no second step that he stands before', async () => {
    const { ann, person, id } = await linkedPerson()
    const { secret } = await turnOnTwoFactor(ann)
    const client = t.anonymous()
    await enterBy('google', person, client)
    expect((await unlink(ann, id, { code: totp(secret, 1) })).status).toBe(200)
    const answer = await client.call(twoFactor.verifyCode, { body: { code: totp(secret, 2) } })
    expect([answer.status, (await me(client)).status]).toEqual([401, 401])
  })

  it('leaves him none that he has not seen yet', async () => {
    const { ann, person, id } = await linkedPerson()
    const { secret } = await turnOnTwoFactor(ann)
    const remove = () => unlink(ann, id, { code: totp(secret, 1) })
    const { client, where } = await enterWhile(remove, person, 2)
    expect(where).toMatch(/^\/sign-in\?social=failed/)
    const answer = await client.call(twoFactor.verifyCode, { body: { code: totp(secret, 2) } })
    expect([answer.status, (await me(client)).status]).toEqual([401, 401])
  })
})
