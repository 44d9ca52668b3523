import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseKind } from '../test-database.ts'
import { createInstallation } from './installation.ts'
import { runServer } from './server-process.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coffer-refused-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Returns the one line of output of a failed start. */
async function refusal(env: Record<string, string>): Promise<string> {
  const { code, errors } = await runServer(env)
  expect(code).toBe(1)
  expect(errors).toMatch(/^Coffer can't start\. [^\n]+\n$/)
  return errors
}

describe('a start fails with one line', () => {
  it('when the data folder is not writable', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    const line = await refusal({ DATA_DIR: join(file, 'data') })
    expect(line).toContain(`The data folder ${file}/data can't be written: ENOTDIR`)
  })

  it('when the database is not readable', async () => {
    if (databaseKind() === 'sqlite')
      await writeFile(
        join(folder, 'coffer.db'),
        'This is not a database, and long enough to be recognized.',
      )
    const url = 'postgres://user:secret@127.0.0.1:1/coffer'
    const line = await refusal({
      DATA_DIR: folder,
      ...(databaseKind() === 'postgres' && { DATABASE_URL: url }),
    })
    expect(line).toMatch(/The database can't be read: (file is not a database|.*ECONNREFUSED)/)
    expect(line).not.toContain('secret')
  })

  it('when a newer version has migrated the database', async () => {
    const installation = await createInstallation(0)
    try {
      const { db } = await installation.open()
      await db
        .insertInto('migrations')
        .values({ name: '9999-from-the-future', applied_at: Date.now() })
        .execute()
      await db.destroy()
      expect(await refusal(installation.env)).toContain(
        'The database was migrated by a newer Coffer (9999-from-the-future): start that version, or restore a backup',
      )
    } finally {
      await installation.remove()
    }
  })
})
