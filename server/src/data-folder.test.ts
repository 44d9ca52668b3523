import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { readConfig } from './config.ts'
import { createDeps } from './create-deps.ts'

const log = pino({ level: 'silent' })
let parentFolder: string
beforeEach(async () => {
  const umask = process.umask(0o022)
  parentFolder = await mkdtemp(join(tmpdir(), 'coffer-folder-'))
  onTestFinished(async () => {
    process.umask(umask)
    await rm(parentFolder, { recursive: true })
  })
})

const modeOf = async (...path: string[]): Promise<string> =>
  ((await stat(join(parentFolder, ...path))).mode & 0o777).toString(8)

it('creates a data folder, a database and blobs that only their owner can read', async () => {
  const deps = await createDeps(readConfig({ DATA_DIR: join(parentFolder, 'data') }), log)
  const key = deps.newId()
  await deps.blobs.put(key, Buffer.from('content'))
  await deps.db.destroy()
  expect(await modeOf('data')).toBe('700')
  expect(await modeOf('data', 'coffer.db')).toBe('600')
  expect(await modeOf('data', 'secret.key')).toBe('600')
  expect(await modeOf('data', 'blobs')).toBe('700')
  expect(await modeOf('data', 'blobs', key.slice(0, 8))).toBe('700')
  expect(await modeOf('data', 'blobs', key.slice(0, 8), key)).toBe('600')
})

it('makes files of an earlier version private and leaves other files alone', async () => {
  const data = join(parentFolder, 'data')
  await mkdir(join(data, 'blobs'), { recursive: true })
  await mkdir(join(data, 'outbox'))
  for (const name of ['coffer.db', 'coffer.db-wal', 'notes.txt']) {
    await writeFile(join(data, name), '')
    await chmod(join(data, name), 0o644)
  }
  const deps = await createDeps(readConfig({ DATA_DIR: data }), log)
  expect(await modeOf('data')).toBe('700')
  expect(await modeOf('data', 'blobs')).toBe('700')
  expect(await modeOf('data', 'outbox')).toBe('700')
  expect(await modeOf('data', 'coffer.db')).toBe('600')
  expect(await modeOf('data', 'coffer.db-wal')).toBe('600')
  expect(await modeOf('data', 'notes.txt')).toBe('644')
  await deps.db.destroy()
})
