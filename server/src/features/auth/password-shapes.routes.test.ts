import { auth } from '@coffer/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { emailOf } from '../../../test/teams.ts'
import { createTestApp } from '../../../test/test-app.ts'

const t = await openTestApp()
let password = 'correct horse battery'
const client = await t.signIn()
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

async function change(newPassword: string): Promise<number> {
  const body = { currentPassword: password, newPassword }
  const { status } = await client.call(auth.changePassword, { body })
  if (status === 200) password = newPassword
  return status
}
const signIn = async (typed: string) => {
  const body = { email: await emailOf(client), password: typed }
  return (await t.anonymous().call(auth.signIn, { body })).status
}

describe('a password', () => {
  it('has 8 to 128 characters of any kind', async () => {
    expect(await change('vexillo')).toBe(422)
    expect(await change(`${'quay lantern '.repeat(9)}twelve more!`)).toBe(422)
    for (const candidate of [
      'vexillol',
      'öß 🦉 漢字 мир',
      '          ; DROP',
      `${'quay '.repeat(25)}end`,
    ])
      expect([candidate, await change(candidate), await signIn(candidate)]).toEqual([
        candidate,
        200,
        200,
      ])
  })

  it('is compared in full length and with its case', async () => {
    const long = `${'harbour '.repeat(15)}Lantern!`
    expect([long.length, await change(long)]).toEqual([128, 200])
    expect(await signIn(long.slice(0, -1))).toBe(401)
    expect(await signIn(long.toLowerCase())).toBe(401)
    expect(await signIn(` ${long.slice(1)}`)).toBe(401)
    expect(await signIn(long)).toBe(200)
  })

  it('does not expire', async () => {
    const app = await createTestApp()
    const email = await emailOf(await app.signIn())
    app.advance(3 * 365 * 86_400_000)
    const body = { email, password: 'correct horse battery' }
    expect((await app.anonymous().call(auth.signIn, { body })).status).toBe(200)
    await app.close()
  })
})
