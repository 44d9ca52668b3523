import type { Deps } from '../../src/deps.ts'
import { deleteReleasedBlobs, sweepOrphans } from '../../src/features/blobs/index.ts'
import { findMark } from '../../src/jobs/marks.ts'
import { findMiscounts } from '../miscounts.ts'
import type { Figures } from './figures.ts'
import type { Installation, Person } from './installation.ts'
import { bytesOf } from './ledger.ts'
import type { StoredContents } from './stored-contents.ts'

/** The sweep ignores blobs younger than a day. */
const AHEAD_MS = 25 * 3_600_000

interface Inspection {
  deps: Deps
  contents: StoredContents
  people: Person[]
  figures: Figures
}

/** Inspects an installation that no server has open, and cleans it up like the nightly jobs. */
export async function inspect(installation: Installation, figures: Figures): Promise<string[]> {
  const deps = await installation.open()
  const inspection = { deps, figures, contents: installation.contents, people: installation.people }
  try {
    const before = [
      ...(await miscounts(deps)),
      ...(await wrongContents(inspection)),
      ...(await wrongUploads(inspection)),
    ]
    const { swept, strays } = await sweep(deps, installation.contents)
    figures['orphans swept'] += swept
    return [...before, ...strays]
  } finally {
    await deps.db.destroy()
  }
}

async function miscounts(deps: Deps): Promise<string[]> {
  const { db } = deps
  const used = (await findMiscounts(db)).map(
    miscount =>
      `${miscount.user_id} has a recorded usage of ${miscount.kept_bytes} bytes, not ${miscount.counted_bytes}`,
  )
  const owners = await db.selectFrom('user_quotas').select(['user_id', 'reserved_bytes']).execute()
  const unfinished = await unfinishedUploads(deps)
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

async function wrongContents({ deps, contents, people, figures }: Inspection): Promise<string[]> {
  const sent = sentContents(people)
  const failures: string[] = []
  for (const { owner_id, name, storage_key, size_bytes } of await referencedBlobs(deps)) {
    const stored = await contents.find(storage_key)
    if (stored?.size !== size_bytes)
      failures.push(`${name} has ${stored?.size} bytes in the store, not ${size_bytes}`)
    else if (!sent.get(`${owner_id} ${name}`)?.has(await stored.hash(stored.size)))
      failures.push(`${name} has bytes in the store that were never sent`)
    figures['contents checked by hash in the store'] += 1
  }
  return failures
}

const unfinishedUploads = ({ db }: Deps) =>
  db.selectFrom('uploads').selectAll().where('item_id', 'is', null).execute()

/** The bytes that an upload counts as received must be stored as sent. */
async function wrongUploads({ deps, contents, people }: Inspection): Promise<string[]> {
  const failures: string[] = []
  for (const row of await unfinishedUploads(deps)) {
    const { id, blob_id, name, received_bytes } = row
    const upload = people.map(person => person.ledger.chunked.get(id)).find(Boolean)
    if (received_bytes === 0) continue
    if (!upload) {
      failures.push(`The upload of ${name} was never started`)
      continue
    }
    const parts = await deps.db
      .selectFrom('upload_parts')
      .selectAll()
      .where('blob_id', '=', blob_id)
      .where('offset_bytes', '<', received_bytes)
      .orderBy('number')
      .execute()
    const received = bytesOf(upload.content).subarray(0, received_bytes)
    const difference = await contents.compareReceived({ ...row, parts }, received)
    if (difference)
      failures.push(`The upload of ${name}, with ${received_bytes} bytes: ${difference}`)
  }
  return failures
}

/** Cleans up like the nightly jobs; afterwards the store must hold exactly what rows reference. */
export async function sweep(
  deps: Deps,
  contents: StoredContents,
): Promise<{ swept: number; strays: string[] }> {
  await deleteReleasedBlobs(deps)
  const later = () => new Date(Date.now() + AHEAD_MS)
  // A killed run may have left a mark amid the contents.
  await deps.db.deleteFrom('job_marks').execute()
  let swept = 0
  do swept += await sweepOrphans({ ...deps, now: later })
  while (await findMark(deps.db, 'sweep-orphans'))
  const blobs = await deps.db.selectFrom('blobs').select('storage_key').execute()
  const uploads = await deps.db.selectFrom('uploads').selectAll().execute()
  const references = { blobs: blobs.map(blob => blob.storage_key), uploads }
  return { swept, strays: await contents.compareAll(references) }
}
