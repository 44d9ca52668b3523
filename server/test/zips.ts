import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bytes } from './contents.ts'
import { file, folder, type Ref } from './new-items.ts'
import type { TestClient } from './test-client.ts'

export const run = promisify(execFile)

export const itemsParam = (chosen: Ref[]) => chosen.map(({ id, type }) => `${id}|${type}`).join(',')
export const addressOf = (chosen: Ref[]) =>
  `/api/zip?${new URLSearchParams({ items: itemsParam(chosen) })}`

export async function download(
  client: TestClient,
  path: string,
  headers: Record<string, string> = {},
) {
  const response = await client.fetch(path, { headers })
  const body = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, body }
}

const EXTRACT = `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    print(json.dumps({i.filename: hashlib.sha256(z.read(i)).hexdigest() for i in z.infolist()}))
`
export const sha = (content: string | Uint8Array) =>
  createHash('sha256').update(content).digest('hex')

/** The output of a Python program that gets the path of an archive and further arguments. */
async function inspect(program: string, body: Buffer, ...more: string[]): Promise<string> {
  const path = join(tmpdir(), `coffer-${randomUUID()}.zip`)
  await writeFile(path, body)
  try {
    const { stdout } = await run('python3', ['-c', program, path, ...more], { maxBuffer: 1 << 26 })
    return stdout
  } finally {
    await rm(path)
  }
}

/** The names in an archive with the hash of each content. */
export const unpacked = async (body: Buffer): Promise<Record<string, string>> =>
  JSON.parse(await inspect(EXTRACT, body))

const READ = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    sys.stdout.buffer.write(z.read(sys.argv[2]))
`
/** The text of one file in an archive. */
export const textIn = (body: Buffer, name: string): Promise<string> => inspect(READ, body, name)

export const namesIn = async (body: Buffer) => Object.keys(await unpacked(body))

/** Creates a folder with various contents. */
export async function seedZipFolder(client: TestClient) {
  const top = await folder(client, 'Häfen & Boote')
  const inner = await folder(client, 'innen', top.id)
  const empty = await folder(client, 'leer', inner.id)
  const large = bytes(300_000)
  await file(client, 'größe-数.txt', top.id)
  await file(client, 'large.bin', inner.id, large)
  const expected = {
    'Häfen & Boote/': sha(''),
    'Häfen & Boote/größe-数.txt': sha('größe-数.txt'),
    'Häfen & Boote/innen/': sha(''),
    'Häfen & Boote/innen/large.bin': sha(large),
    'Häfen & Boote/innen/leer/': sha(''),
  }
  return { top, inner, empty, expected }
}
