import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTestApp } from '../../test/open-test-app.ts'
import { CommandError } from './command-error.ts'
import { runCommand } from './commands.ts'

const t = await openTestApp()

async function seed(content: string): Promise<string> {
  const file = join(t.folder, 'types.json')
  await writeFile(file, content)
  return runCommand(t.deps, ['documents', 'seed', file])
}

it('imports document types from a file', async () => {
  const fields = [{ name: 'Reference', required: true }]
  const documents = [{ name: 'Contract', fields, subcategories: [{ name: 'Lease' }] }]
  expect(await seed(JSON.stringify({ documents }))).toMatch(/^2 document types/)
  const ann = await t.signIn()
  expect((await ann.send('GET', '/api/documents')).body.data).toHaveLength(1)
})

it.each([
  ['no JSON', 'types:', /can't be used/],
  ['no types', '{}', /documents/],
  [
    'a field of no known kind',
    '{"documents":[{"name":"A","fields":[{"name":"x","type":"y"}]}]}',
    /type/,
  ],
])('a file with %s is rejected with the reason', async (_, content, pattern) => {
  await expect(seed(content)).rejects.toThrow(pattern)
})

it('a file with a type that cannot be stored changes nothing, and the reason is printed', async () => {
  const fields = [{ name: 'Number' }, { name: 'number' }]
  const documents = [{ name: 'First' }, { name: 'Second', fields }]
  const before = (await t.deps.db.selectFrom('document_types').select('id').execute()).length
  const failure = seed(JSON.stringify({ documents }))
  await expect(failure).rejects.toThrow("These values can't be used: fields.1.name.")
  const after = (await t.deps.db.selectFrom('document_types').select('id').execute()).length
  expect(after).toBe(before)
})

it('signs out one account everywhere, and no other account', async () => {
  const ann = await t.signIn()
  const bob = await t.signIn()
  const { email } = (await ann.send('GET', '/api/user')).body.data.attributes
  expect(await runCommand(t.deps, ['sign-out', ` ${email.toUpperCase()}`])).toMatch(/is signed out/)
  expect((await ann.send('GET', '/api/user')).status).toBe(401)
  expect((await bob.send('GET', '/api/user')).status).toBe(200)
  await expect(runCommand(t.deps, ['sign-out', 'unknown@example.org'])).rejects.toThrow(
    /No account/,
  )
})

it('signs out all accounts', async () => {
  const clients = [await t.signIn(), await t.signIn()]
  await runCommand(t.deps, ['sign-out', 'all'])
  for (const client of clients) expect((await client.send('GET', '/api/user')).status).toBe(401)
})

it('lists the commands for an unknown one', () => {
  for (const args of [[], ['documents'], ['documents', 'seed'], ['documents', 'seed', 'a', 'b']])
    expect(() => runCommand(t.deps, args)).toThrow(CommandError)
  expect(() => runCommand(t.deps, [])).toThrow('documents seed <file.json>')
})
