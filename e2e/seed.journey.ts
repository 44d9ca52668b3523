import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { signIn } from '@coffer/contract/auth'
import { call } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { row } from './screen.ts'

const server = sharedServer()
const SCRIPT = resolve(import.meta.dirname, '../scripts/seed.mjs')

/** Runs `npm run seed` against the server. @returns its output */
async function seed(): Promise<string> {
  const { port } = new URL(server().origin)
  const env = { PATH: process.env.PATH, PORT: port }
  const child = spawn(process.execPath, [SCRIPT], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', chunk => {
    printed += chunk
  })
  const [code] = await once(child, 'close')
  expect(code).toBe(0)
  return printed
}

test('the demo account has files, and is not seeded twice', async ({ page, context }) => {
  const [, email = '', password = ''] = /as (\S+) with the password “(.+)”/.exec(await seed()) ?? []
  expect(await seed()).toContain('has files already')
  await call(context, signIn, { body: { email, password } })
  await page.goto('/platform/files')
  for (const name of ['Contracts', 'Harbour project', 'Invoices', 'Household', 'Welcome.md'])
    await expect(row(page, name)).toBeVisible()
  await page.goto('/platform/my-shared-items')
  await expect(row(page, 'Harbour project')).toBeVisible()
  await page.goto('/platform/trash')
  await expect(row(page, 'Shopping-list.md')).toBeVisible()
})
