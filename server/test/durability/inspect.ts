import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '../../src/deps.ts'
import { deleteReleasedBlobs, sweepOrphans } from '../../src/features/blobs/index.ts'
import { quotas } from '../../src/features/quotas/index.ts'
import { sha256 } from '../contents.ts'
import type { Figures } from './figures.ts'
import type { Installation, Person } from './installation.ts'
import { bytesOf } from './ledger.ts'

/** The sweep ignores blobs younger than a day. */
const AHEAD_MS = 25 * 3_600_000
const FOLDER_LENGTH = 8

interface Inspection {
  deps: Deps
  folder: string
  people: Person[]
  figures: Figures
}

/** Inspects a data folder that no server has open, and cleans it up like the nightly jobs. */
export async function inspect(installation: Installation, figures: Figures): Promise<string[]> {
  const deps = await installation.open()
  const inspection = { deps, figures, folder: installation.folder, people: installation.people }
  try {
    const before = [
      ...(await miscounts(deps)),
      ...(await wrongContents(inspection)),
      ...(await wrongUploads(inspection)),
    ]
    await deleteReleasedBlobs(deps)
    const later = () => new Date(Date.now() + AHEAD_MS)
    figures['orphans swept'] += await sweepOrphans({ ...deps, now: later })
    return [...before, ...(await strayFiles(inspection))]
  } finally {
    await deps.db.destroy()
  }
}

async function miscounts({ db }: Deps): Promise<string[]> {
  const used = (await quotas.findMiscounts(db)).map(
    miscount =>
      `${miscount.user_id} has a recorded usage of ${miscount.kept_bytes} bytes, not ${miscount.counted_bytes}`,
  )
  const owners = await db.selectFrom('user_quotas').select(['user_id', 'reserved_bytes']).execute()
  const unfinished = await db
    .selectFrom('uploads')
    .selectAll()
    .where('item_id', 'is', null)
    .execute()
  const reserved = owners.flatMap(owner => {
    const reservedBytes = unfinished
      .filter(upload => upload.owner_id === owner.user_id)
      .reduce((sum, upload) => sum + upload.reserved_bytes, 0)
    return reservedBytes === owner.reserved_bytes
      ? []
      : [
          `${owner.user_id} has ${owner.reserved_bytes} bytes reserved for uploads of ${reservedBytes}`,
        ]
  })
  return [...used, ...reserved]
}

const pathOf = (folder: string, key: string): string =>
  join(folder, 'blobs', key.slice(0, FOLDER_LENGTH), key)

async function hashOf(path: string, length: number): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path, { end: length - 1 })) hash.update(part)
  return hash.digest('base64')
}

const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    stats => stats.size,
    () => undefined,
  )

/** Every blob referenced by a row, including those of versions. */
function referencedBlobs({ db }: Deps) {
  const columns = ['items.owner_id', 'items.name'] as const
  return db
    .selectFrom('items')
    .innerJoin('blobs', 'blobs.id', 'items.blob_id')
    .select([...columns, 'blobs.storage_key', 'blobs.size_bytes'])
    .unionAll(
      db
        .selectFrom('item_versions')
        .innerJoin('items', 'items.id', 'item_versions.item_id')
        .innerJoin('blobs', 'blobs.id', 'item_versions.blob_id')
        .select([...columns, 'blobs.storage_key', 'blobs.size_bytes']),
    )
    .execute()
}

/** Every content ever sent under a name; a user never reuses names. */
function sentContents(people: Person[]): Map<string, Set<string>> {
  const sent = new Map<string, Set<string>>()
  for (const { userId, ledger } of people)
    for (const [path, { ever }] of ledger.files)
      sent.set(`${userId} ${path.slice(path.lastIndexOf('/') + 1)}`, ever)
  return sent
}

async function wrongContents({ deps, folder, people, figures }: Inspection): Promise<string[]> {
  const sent = sentContents(people)
  const failures: string[] = []
  for (const { owner_id, name, storage_key, size_bytes } of await referencedBlobs(deps)) {
    const path = pathOf(folder, storage_key)
    const size = await sizeOf(path)
    if (size !== size_bytes)
      failures.push(`${name} has ${size} bytes on the disk, not ${size_bytes}`)
    else if (!sent.get(`${owner_id} ${name}`)?.has(await hashOf(path, size)))
      failures.push(`${name} has bytes on the disk that were never sent`)
    figures['contents checked by hash on the disk'] += 1
  }
  return failures
}

/** The bytes that an upload counts as received must be on the disk as sent. */
async function wrongUploads({ deps, folder, people }: Inspection): Promise<string[]> {
  const rows = await deps.db
    .selectFrom('uploads')
    .selectAll()
    .where('item_id', 'is', null)
    .execute()
  const failures: string[] = []
  for (const { id, blob_id, name, received_bytes } of rows) {
    const upload = people.map(person => person.ledger.chunked.get(id)).find(Boolean)
    if (received_bytes === 0) continue
    const path = pathOf(folder, blob_id)
    if (((await sizeOf(path)) ?? 0) < received_bytes)
      failures.push(`The upload of ${name} counts ${received_bytes} bytes that are not on the disk`)
    else if (!upload) failures.push(`The upload of ${name} was never started`)
    else if (
      (await hashOf(path, received_bytes)) !==
      sha256(bytesOf(upload.content).slice(0, received_bytes))
    )
      failures.push(`The upload of ${name} has bytes on the disk that were never sent`)
  }
  return failures
}

/** After the sweep the disk must hold exactly the referenced blobs. */
async function strayFiles({ deps, folder }: Inspection): Promise<string[]> {
  const root = join(folder, 'blobs')
  const folders = await readdir(root)
  const onDisk = new Set((await Promise.all(folders.map(name => readdir(join(root, name))))).flat())
  const blobs = await deps.db.selectFrom('blobs').select('storage_key').execute()
  const uploads = await deps.db
    .selectFrom('uploads')
    .select(['blob_id', 'received_bytes'])
    .execute()
  const needed = [
    ...blobs.map(blob => blob.storage_key),
    ...uploads.filter(upload => upload.received_bytes > 0).map(upload => upload.blob_id),
  ]
  const known = new Set([...needed, ...uploads.map(upload => upload.blob_id)])
  return [
    ...needed
      .filter(key => !onDisk.has(key))
      .map(key => `${key} is missing although a row references it`),
    ...[...onDisk].filter(key => !known.has(key)).map(key => `${key} was left by the sweep`),
  ]
}
