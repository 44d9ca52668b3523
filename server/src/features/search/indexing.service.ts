import { splitExtension } from '@coffer/contract'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { inBatches } from '../../lib/batches.ts'
import * as indexing from './indexing.repository.ts'
import { fold, typoKeysOf, vocabularyOf } from './search.terms.ts'
import { type IndexedName, itemTokens, nameTokens } from './search.tokens.ts'
import type { ReadTextPayload } from './texts.job-types.ts'
import { hasWords, queueTexts } from './texts.service.ts'

type IndexDeps = Pick<Deps, 'db' | 'transact' | 'databaseKind' | 'jobs'>

/** Keeps transactions short, so that other commits do not wait long. */
const BATCH_SIZE = 300
/** Limits the parameters of one statement. */
const ROWS_PER_STATEMENT = 400

interface PreparedItem {
  item: indexing.QueuedItem
  indexed: IndexedName
  /** Values of its document fields. */
  values: readonly string[]
}

/** Updates the index for all queued items. @returns how many there were */
export async function indexQueuedItems(deps: IndexDeps): Promise<number> {
  if (!(await indexing.hasQueuedItems(deps.db))) return 0
  let total = 0
  for (;;) {
    const count = await deps.transact(tx => indexBatch(deps, tx))
    total += count
    if (count < BATCH_SIZE) return total
  }
}

async function indexBatch({ databaseKind, jobs }: IndexDeps, tx: Db): Promise<number> {
  if (!(await indexing.lockSearchQueue(tx, databaseKind))) return 0
  const queued = await indexing.findQueuedItems(tx, BATCH_SIZE)
  if (queued.length === 0) return 0
  // Items that were queued several times are written once.
  const items = [...new Map(queued.map(item => [item.item_id, item])).values()]
  const findable = items.filter(isFindable)
  const values = await indexing.findFieldValues(
    tx,
    findable.map(({ item_id }) => item_id),
  )
  const prepared = findable.map(item => ({
    item,
    indexed: toIndexedName(item),
    values: values.get(item.item_id) ?? [],
  }))
  const stale = items.filter(item => item.entry_id !== null && !keepsEntry(item))
  await indexing.deleteEntries(
    tx,
    databaseKind,
    stale.flatMap(({ entry_id }) => entry_id ?? []),
  )
  await writeEntries(databaseKind, tx, prepared)
  await addVocabulary(tx, prepared)
  await queueTexts(tx, { jobs }, unreadTexts(prepared))
  await indexing.deleteFromQueue(
    tx,
    queued.map(({ queue_id }) => queue_id),
  )
  return queued.length
}

const unreadTexts = (prepared: readonly PreparedItem[]): ReadTextPayload[] =>
  prepared.flatMap(({ item: { blob_id, mimetype, size_bytes, was_read } }) =>
    blob_id && mimetype && was_read === 0 && hasWords(mimetype, size_bytes)
      ? [{ blobId: blob_id, mimetype }]
      : [],
  )

/** True also for recently trashed items: restoring one before it is unindexed does not queue it. */
const isFindable = ({ name, parent_id, is_unindexed }: indexing.QueuedItem): boolean =>
  name !== null && parent_id !== null && is_unindexed === 0

/** A replaced file gets a new entry, so that it ranks as a new one. */
const keepsEntry = (item: indexing.QueuedItem): boolean =>
  isFindable(item) && item.entry_blob_id === item.blob_id

function toIndexedName({
  name,
  owner_id,
  team_id,
  type,
  category,
}: indexing.QueuedItem): IndexedName {
  return {
    trees: [owner_id, team_id].filter(tree => tree !== null),
    folded: fold(name ?? ''),
    extension: type === 'file' ? extensionOf(name ?? '') : '',
    kinds: ['any', type ?? '', ...(category ? [category] : [])],
  }
}

/** Returns the extension in lower case without the dot; empty if it can't be searched for. */
export function extensionOf(name: string): string {
  const extension = splitExtension(name)[1].slice(1).toLowerCase().normalize('NFC')
  return /^[\p{L}\p{N}]{1,16}$/u.test(extension) ? extension : ''
}

async function writeEntries(
  kind: Deps['databaseKind'],
  tx: Db,
  prepared: readonly PreparedItem[],
): Promise<void> {
  if (prepared.length === 0) return
  const entryIds = await indexing.insertEntries(
    tx,
    prepared
      .filter(({ item }) => item.entry_id === null || !keepsEntry(item))
      .map(({ item: { item_id, blob_id } }) => ({ item_id, blob_id })),
  )
  const entries = prepared.map(({ item, indexed, values }) => ({
    entryId: entryIds.get(item.item_id) ?? item.entry_id ?? 0,
    tokens: nameTokens(indexed),
    content:
      item.has_text === 1 || values.length > 0
        ? { blobId: item.blob_id, tokens: itemTokens(indexed, values) }
        : null,
  }))
  await indexing.writeTokens(tx, kind, entries)
}

async function addVocabulary(tx: Db, prepared: readonly PreparedItem[]): Promise<void> {
  const words = [...new Set(prepared.flatMap(({ indexed }) => vocabularyOf(indexed.folded)))]
  for (const batch of inBatches(words, ROWS_PER_STATEMENT)) {
    const newWords = await indexing.insertWords(tx, batch)
    const typoKeys = newWords.flatMap(({ id, word }) =>
      typoKeysOf(word).map(slip => ({ slip, word_id: id })),
    )
    for (const keys of inBatches(typoKeys, ROWS_PER_STATEMENT))
      await indexing.insertTypoKeys(tx, keys)
  }
}
