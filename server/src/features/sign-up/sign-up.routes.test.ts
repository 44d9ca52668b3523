import { account, auth, config } from '@coffer/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { newPerson } from '../../../test/people.ts'
import { createTestApp } from '../../../test/test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'

const t = await openTestApp()
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

const signUp = (person = newPerson(), client = t.anonymous()) =>
  client.call(auth.signUp, { body: person })
const me = (client: TestClient) => client.call(account.getUser, {})
const emails = async () => {
  const rows = await t.deps.db.selectFrom('users').select('email').execute()
  return rows.map(row => row.email)
}

describe('signing up', () => {
  it('creates a complete account and a session', async () => {
    const client = t.anonymous()
    const person = newPerson('Ana María Cruz')
    const reply = await signUp(person, client)

    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      user: { id: expect.any(String), email: person.email, name: person.name },
    })
    const user = (await me(client)).body.data
    expect(user.attributes.role).toBe('user')
    expect(user.relationships.settings.data.attributes).toMatchObject({
      first_name: 'Ana',
      last_name: 'María Cruz',
      theme_mode: 'system',
      emoji_type: 'twemoji',
    })
    expect(user.attributes.storage).toEqual({ used_bytes: 0, capacity_bytes: null, percentage: 0 })
    const home = t.deps.db.selectFrom('items').selectAll().where('id', '=', user.id)
    expect(await home.executeTakeFirst()).toMatchObject({ owner_id: user.id, parent_id: null })
    expect((await client.send('GET', '/api/browse/folders/all')).status).toBe(200)
  })

  it('follows the default appearance until the user chooses one', async () => {
    await t.settings({ default_theme_mode: 'dark', default_emoji: 'applemoji' })
    const client = t.anonymous()
    const serverConfig = (await client.call(config.getConfig, {})).body
    await signUp(newPerson(), client)
    const appearance = async () => {
      const { attributes } = (await me(client)).body.data.relationships.settings.data
      return [attributes.theme_mode, attributes.emoji_type]
    }
    expect(serverConfig).toMatchObject({ defaultThemeMode: 'dark', defaultEmoji: 'applemoji' })
    expect(await appearance()).toEqual(['dark', 'applemoji'])
    await t.settings({ default_theme_mode: 'system', default_emoji: 'twemoji' })
    expect(await appearance()).toEqual(['system', 'twemoji'])
    await client.call(account.updateSettings, { body: { theme_mode: 'light' } })
    await t.settings({ default_theme_mode: 'dark', default_emoji: 'applemoji' })
    expect(await appearance()).toEqual(['light', 'applemoji'])
    await client.call(account.updateSettings, { body: { emoji_type: 'applemoji' } })
    await t.settings({ default_theme_mode: 'system', default_emoji: 'twemoji' })
    expect(await appearance()).toEqual(['light', 'applemoji'])
  })

  it('takes the quota from the settings while storage is limited', async () => {
    await t.settings({ storage_limitation: true, default_max_storage_amount: 12_345 })
    const client = t.anonymous()
    await signUp(newPerson(), client)
    await t.settings({ storage_limitation: false })
    expect((await me(client)).body.data.attributes.storage.capacity_bytes).toBe(12_345)
  })

  it('ignores a role and a picture in the request', async () => {
    const client = t.anonymous()
    await signUp({ ...newPerson(), role: 'admin', image: 'javascript:alert(1)' } as never, client)
    const { attributes } = (await me(client)).body.data
    expect(attributes).toMatchObject({ role: 'user', avatar: null })
  })

  it('leaves nothing behind when any part of the account fails', async () => {
    const person = newPerson('Halfway')
    await refuseHomes(true)
    const reply = await signUp(person)
    await refuseHomes(false)

    expect(reply.status).toBe(500)
    expect(reply.body.code).toBe('internal')
    expect(await emails()).not.toContain(person.email)
    expect((await signUp(person)).status).toBe(200)
  })

  it('creates one account of three concurrent sign-ups', async () => {
    const person = newPerson()
    const replies = await Promise.all([signUp(person), signUp(person), signUp(person)])
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 422, 422])
    const refused = replies.find(reply => reply.status === 422)
    expect(refused?.body).toMatchObject({ code: 'auth.address_taken', errors: { email: [/.+/] } })
  })

  it('rejects a known email in another spelling', async () => {
    const person = newPerson()
    await signUp(person)
    const again = await signUp({ ...person, email: ` ${person.email.toUpperCase()} ` })
    expect(again.body.code).toBe('auth.address_taken')
  })

  it.each([
    ['no name', { name: '  ' }, 'name'],
    ['a name with NUL', { name: 'a\u0000b' }, 'name'],
    ['a name of 300 characters', { name: 'x'.repeat(300) }, 'name'],
    ['no address', { email: 'invalid' }, 'email'],
    ['a domain without a dot', { email: 'ann@localhost' }, 'email'],
    ['a space in the address', { email: 'an n@example.test' }, 'email'],
    ['a list for an address', { email: ['ann@example.test'] }, 'email'],
    ['a short password', { password: 'seven77' }, 'password'],
    ['a password of a megabyte', { password: 'x'.repeat(500_000) }, 'password'],
  ])('rejects %s and names the field', async (_, change, field) => {
    const before = await emails()
    const reply = await signUp({ ...newPerson(), ...change } as never)
    expect(reply.status).toBe(422)
    expect(Object.keys(reply.body.errors)).toEqual([field])
    expect(await emails()).toEqual(before)
  })

  it('is refused while registration is closed', async () => {
    await t.settings({ registration: false })
    const reply = await signUp()
    await t.settings({ registration: true })
    expect([reply.status, reply.body.code]).toEqual([403, 'auth.registration_closed'])
  })

  it('is refused before the server is installed', async () => {
    const app = await createTestApp({ installed: false })
    const reply = await app.anonymous().call(auth.signUp, { body: newPerson() })
    expect([reply.status, reply.body.code]).toEqual([409, 'setup.needed'])
    await app.close()
  })
})

/** Makes the database refuse homes, which are the last part of an account to be created. */
async function refuseHomes(refused: boolean): Promise<void> {
  const { db, databaseKind } = t.deps
  if (databaseKind === 'sqlite')
    return void (await (refused
      ? sql`create trigger refuse before insert on items when new.parent_id is null
          begin select raise(abort, 'refused'); end`
      : sql`drop trigger refuse`
    ).execute(db))
  await (refused
    ? sql`alter table items add constraint refuse check (parent_id is not null) not valid`
    : sql`alter table items drop constraint refuse`
  ).execute(db)
}
