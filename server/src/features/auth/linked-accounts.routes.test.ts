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

/** Creates a user with a password and a linked Google account. */
async function linkedPerson() {
  const ann = await t.signIn()
  const email = await emailOf(ann)
  const person = newPerson({ email })
  const otherBrowser = t.anonymous()
  await enterBy('google', person, otherBrowser)
  await t.runJobs()
  await mail.emailsTo(email)
  const [{ id }] = await listed(ann)
  return { ann, otherBrowser, person, email, id }
}

it('lists the linked providers with their dates, without the password', async () => {
  const { ann, id } = await linkedPerson()
  const [linked, ...others] = await listed(ann)
  expect(others).toEqual([])
  expect(linked).toMatchObject({ id, type: 'linked_account', attributes: { provider: 'google' } })
  expect(Date.parse(linked.attributes.created_at)).not.toBeNaN()
  expect(Object.keys(linked.attributes).sort()).toEqual(['created_at', 'provider'])
  expect(await listed(await t.signIn())).toEqual([])
})

describe('unlinking a provider', () => {
  it('disables its sign-in, ends every other session, and notifies the user', async () => {
    const { ann, otherBrowser, person, email, id } = await linkedPerson()
    expect((await unlink(ann, id)).status).toBe(200)
    expect([(await me(ann)).status, (await me(otherBrowser)).status]).toEqual([200, 401])
    expect(await listed(ann)).toEqual([])
    await t.runJobs()
    const subjects = (await mail.emailsTo(email)).map(({ subject }) => subject)
    expect(subjects).toEqual(['Sign-in with Google was removed (Coffer)'])
    const { data } = (await ann.call(notifications.listNotifications, {})).body
    expect(data[0].attributes.title).toBe('Sign-in with Google was removed')
    await enterBy('google', { ...person, isVerified: false })
    expect(await listed(ann)).toEqual([])
  })

  it('requires the password and, with two-factor sign-in on, a code', async () => {
    const { ann, id } = await linkedPerson()
    const wrong = await unlink(ann, id, { password: 'not the password' })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['password']])
    const { secret } = await turnOnTwoFactor(ann)
    const bare = await unlink(ann, id)
    expect([bare.status, Object.keys(bare.body.errors)]).toEqual([422, ['code']])
    expect(await listed(ann)).toHaveLength(1)
    expect((await unlink(ann, id, { code: totp(secret, 1) })).status).toBe(200)
  })

  it('is refused for the last sign-in method', async () => {
    const client = t.anonymous()
    await enterBy('google', newPerson(), client)
    const [{ id }] = await listed(client)
    const reply = await unlink(client, id)
    expect([reply.status, reply.body.code]).toEqual([409, 'auth.last_sign_in_method'])
    expect(await listed(client)).toHaveLength(1)
  })

  it('answers the same for an account of another user, the password and a missing one', async () => {
    const { ann, id } = await linkedPerson()
    const ben = await t.signIn()
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

describe('unlinking a provider during a sign-in by it', () => {
  async function signInDuring(remove: () => Promise<unknown>, person: SocialPerson, step: number) {
    const { transact } = t.deps
    const client = t.anonymous()
    tamper(t.deps, step, remove)
    const redirect = await enterBy('google', { ...person, isVerified: false }, client)
    // Fails when the sign-in has fewer steps, in which case the removal never ran.
    expect(t.deps.transact).toBe(transact)
    return { client, redirect }
  }

  // The steps find the account, create the session, and notify the user.
  it.each([1, 2, 3])('refuses the sign-in before its step %i', async step => {
    const { ann, person, id } = await linkedPerson()
    const { client } = await signInDuring(() => unlink(ann, id), person, step)
    expect([(await me(client)).status, (await me(ann)).status]).toEqual([401, 200])
  })

  it('invalidates a pending second step', async () => {
    const { ann, person, id } = await linkedPerson()
    const { secret } = await turnOnTwoFactor(ann)
    const client = t.anonymous()
    await enterBy('google', person, client)
    expect((await unlink(ann, id, { code: totp(secret, 1) })).status).toBe(200)
    const answer = await client.call(twoFactor.verifyCode, { body: { code: totp(secret, 2) } })
    expect([answer.status, (await me(client)).status]).toEqual([401, 401])
  })

  it('invalidates a second step that is being created', async () => {
    const { ann, person, id } = await linkedPerson()
    const { secret } = await turnOnTwoFactor(ann)
    const remove = () => unlink(ann, id, { code: totp(secret, 1) })
    const { client, redirect } = await signInDuring(remove, person, 2)
    expect(redirect).toMatch(/^\/sign-in\?social=failed/)
    const answer = await client.call(twoFactor.verifyCode, { body: { code: totp(secret, 2) } })
    expect([answer.status, (await me(client)).status]).toEqual([401, 401])
  })
})
