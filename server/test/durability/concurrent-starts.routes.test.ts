import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { createDeps } from '../../src/create-deps.ts'
import { MIGRATION_NAMES } from '../../src/db/migrate.ts'
import { prepareInstallation } from '../../src/features/setup/index.ts'
import { emptyDatabase } from '../empty-database.ts'
import { databaseKind } from '../test-database.ts'

const SERVERS = 4

it.runIf(databaseKind() === 'postgres')(
  'M18: servers that start at the same time migrate and install once, and none is refused',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'coffer-starts-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const url = await emptyDatabase()
    const config = readConfig({
      DATA_DIR: folder,
      DATABASE_URL: url,
      ADMIN_EMAIL: 'ada@example.test',
      ADMIN_PASSWORD: 'correct horse battery',
    })
    const start = async () => {
      const opening = { isServer: true, migrating: 'apply' } as const
      const deps = await createDeps(config, pino({ level: 'silent' }), opening)
      onTestFinished(() => deps.stop().then(() => deps.db.destroy()))
      await prepareInstallation(deps, 'http://localhost')
      await deps.jobs.summarize()
      return deps
    }
    const [first, ...others] = await Promise.all(Array.from({ length: SERVERS }, start))
    const names = await first?.db.selectFrom('migrations').select('name').orderBy('name').execute()
    expect(names?.map(({ name }) => name)).toEqual(MIGRATION_NAMES)
    expect(await first?.db.selectFrom('users').select('email').execute()).toEqual([
      { email: 'ada@example.test' },
    ])
    expect(new Set([first, ...others].map(deps => deps?.secret)).size).toBe(1)
  },
)
