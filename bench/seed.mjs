/**
 * Fills an existing installation's database, SQLite or the given PostgreSQL, with files, quickly:
 *   node bench/seed.mjs --data data --files 100000 [--folders 0] [--email admin@example.test] [--into Name] [--names varied] [--index] [--database postgres://…]
 * The files are at the top level of the user's files or in a new folder there, with correct counts and
 * quotas. They have no contents: they can be listed, searched and moved, not downloaded. With `--index`
 * they can be searched as soon as the script has finished.
 */
import { randomUUIDv7 } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openPostgres, openSqlite } from '../server/src/db/open.ts'
import { transactOn } from '../server/src/db/transact.ts'
import { insertBlob } from '../server/src/features/items/contents.repository.ts'
import { addToCounts, insertItem } from '../server/src/features/items/items.repository.ts'
import { quotas } from '../server/src/features/quotas/index.ts'
import { indexQueuedItems } from '../server/src/features/search/indexing.service.ts'
import { DISK_STORE_ID } from '../server/src/files/blobs.ts'
import { randomFrom, variedName } from './lib/names.mjs'

const KINDS = [
  { extension: 'pdf', mimetype: 'application/pdf', category: 'document' },
  { extension: 'jpg', mimetype: 'image/jpeg', category: 'image' },
  { extension: 'mp4', mimetype: 'video/mp4', category: 'video' },
  { extension: 'bin', mimetype: 'application/octet-stream', category: 'other' },
]
const SIZE_BYTES = 10 * 1024
const SPREAD_MS = 60_000

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'data' },
    email: { type: 'string', default: 'admin@example.test' },
    files: { type: 'string', default: '0' },
    folders: { type: 'string', default: '0' },
    into: { type: 'string' },
    names: { type: 'string' },
    index: { type: 'boolean', default: false },
    database: { type: 'string' },
  },
})
const count = { files: Number(values.files), folders: Number(values.folders) }
const random = randomFrom(1)
const nameOf = values.names === 'varied' ? number => variedName(number, random) : undefined
const database = values.database
  ? openPostgres(values.database)
  : openSqlite(join(values.data, 'coffer.db'))
const { db } = database
const owner = await db
  .selectFrom('users')
  .select('id')
  .where('email', '=', values.email)
  .executeTakeFirstOrThrow(() => new Error(`No user ${values.email}`))
await db.transaction().execute(fill)
// Files without contents have no text to extract.
const jobs = { add: async () => undefined }
if (values.index)
  await indexQueuedItems({
    db,
    transact: transactOn(database, { listen: () => () => undefined, now: () => new Date() }),
    databaseKind: database.kind,
    jobs,
  })
await db.destroy()

async function fill(tx) {
  // A home folder's id is its owner's.
  let parentId = owner.id
  if (values.into) {
    parentId = await add(tx, owner.id, { type: 'folder', name: values.into })
    await addToCounts(tx, owner.id, { folders: 1, files: 0 })
  }
  const begin = Date.now() - count.files * SPREAD_MS
  for (let number = 0; number < count.folders; number += 1)
    await add(tx, parentId, { type: 'folder', name: `Folder ${number}`, at: begin })
  for (let number = 0; number < count.files; number += 1)
    await addFile(tx, parentId, number, begin + number * SPREAD_MS)
  await addToCounts(tx, parentId, count)
  await quotas.use(tx, owner.id, count.files * SIZE_BYTES, 0)
}

async function addFile(tx, parentId, number, at) {
  const { extension, mimetype, category } = KINDS[number % KINDS.length]
  const blobId = randomUUIDv7()
  const content = { size_bytes: SIZE_BYTES, created_at: at }
  await insertBlob(tx, { id: blobId, store: DISK_STORE_ID, sha256: null, crc32: null, ...content })
  await add(tx, parentId, {
    type: 'file',
    name: nameOf?.(number) ?? `Document ${number}.${extension}`,
    size_bytes: SIZE_BYTES,
    blob_id: blobId,
    mimetype,
    category,
    at,
  })
}

async function add(tx, parentId, { at = Date.now(), ...item }) {
  const id = randomUUIDv7()
  await insertItem(tx, {
    id,
    owner_id: owner.id,
    creator_id: owner.id,
    parent_id: parentId,
    created_at: at,
    updated_at: at,
    ...item,
  })
  return id
}
