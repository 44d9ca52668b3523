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

it('lets the group read contents that nginx sends, and nothing else', async () => {
  const data = join(parentFolder, 'data')
  const open = (DELIVERY: string) => createDeps(readConfig({ DATA_DIR: data, DELIVERY }), log)
  const deps = await open('accel')
  const [sent, other] = [deps.newId(), deps.newId()]
  for (const key of [sent, other]) await deps.blobs.put(key, Buffer.from('content'))
  const headers = { type: 'text/plain', disposition: 'attachment' }
  expect(await deps.blobs.handOff(sent, 'redirect', headers)).toBeUndefined()
  expect(await modeOf('data', 'blobs', sent.slice(0, 8), sent)).toBe('600')
  const path = `${sent.slice(0, 8)}/${sent}`
  expect(await deps.blobs.handOff(sent, 'accel', headers)).toEqual({ kind: 'accel', path })
  expect(await modeOf('data', 'blobs', path)).toBe('640')
  for (const folder of ['.', 'blobs', `blobs/${sent.slice(0, 8)}`])
    expect([folder, await modeOf('data', folder)]).toEqual([folder, '710'])
  const kept = [`blobs/${other.slice(0, 8)}/${other}`, 'secret.key', 'coffer.db', 'coffer.db-wal']
  for (const name of kept) expect([name, await modeOf('data', name)]).toEqual([name, '600'])
  await deps.db.destroy()
  const next = await open('proxy')
  for (const folder of ['.', 'blobs']) expect(await modeOf('data', folder)).toBe('700')
  await next.db.destroy()
})

it('leaves a content to this server that nginx could not read', async () => {
  const deps = await createDeps(readConfig({ DATA_DIR: join(parentFolder, 'data') }), log)
  const headers = { type: 'text/plain', disposition: 'attachment' }
  expect(await deps.blobs.handOff(deps.newId(), 'accel', headers)).toBeUndefined()
  await deps.db.destroy()
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
