import { splitExtension } from '@coffer/contract'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import * as indexing from './indexing.repository.ts'
import { fold, typoKeysOf, vocabularyOf } from './search.terms.ts'
import { type Indexed, itemTokens, nameTokens } from './search.tokens.ts'
import type { ReadTextPayload } from './texts.job-types.ts'
import { hasWords, queueTexts } from './texts.service.ts'

type IndexDeps = Pick<Deps, 'db' | 'transact' | 'databaseKind' | 'jobs'>

/** So many at a time, that no other commit waits long. */
const BATCH = 300
/** Statements take a limited number of parameters. */
const ROWS_A_STATEMENT = 400

interface Shown {
  item: indexing.Waiting
  indexed: Indexed
  /** What it says to the fields of its document type. */
  values: readonly string[]
}

/** Writes the entries of everything that has changed. @returns how many there were */
export async function indexWaiting(deps: IndexDeps): Promise<number> {
  if (!(await indexing.isAnythingWaiting(deps.db))) return 0
  let done = 0
  for (;;) {
    const count = await deps.transact(tx => indexBatch(deps, tx))
    done += count
    if (count < BATCH) return done
  }
}

async function indexBatch({ databaseKind, jobs }: IndexDeps, tx: Db): Promise<number> {
  if (!(await indexing.lockSearchQueue(tx, databaseKind))) return 0
  const waiting = await indexing.takeWaiting(tx, BATCH)
  if (waiting.length === 0) return 0
  // What changed several times is written once.
  const items = [...new Map(waiting.map(item => [item.item_id, item])).values()]
  const findable = items.filter(isFindable)
  const values = await indexing.findFieldValues(
    tx,
    findable.map(({ item_id }) => item_id),
  )
  const shown = findable.map(item => ({
    item,
    indexed: indexedOf(item),
    values: values.get(item.item_id) ?? [],
  }))
  const stale = items.filter(item => item.entry_id !== null && !keepsEntry(item))
  await indexing.deleteEntries(
    tx,
    databaseKind,
    stale.flatMap(({ entry_id }) => entry_id ?? []),
  )
  await writeEntries(databaseKind, tx, shown)
  await learnWords(tx, shown)
  await queueTexts(tx, { jobs }, unreadTexts(shown))
  await indexing.forgetWaiting(
    tx,
    waiting.map(({ queue_id }) => queue_id),
  )
  return waiting.length
}

const unreadTexts = (shown: readonly Shown[]): ReadTextPayload[] =>
  shown.flatMap(({ item: { blob_id, mimetype, size_bytes, was_read } }) =>
    blob_id && mimetype && was_read === 0 && hasWords(mimetype, size_bytes)
      ? [{ blobId: blob_id, mimetype }]
      : [],
  )

/** Also what was just trashed: it may come back before it is put away, and then nothing queues it. */
const isFindable = ({ name, parent_id, is_unindexed }: indexing.Waiting): boolean =>
  name !== null && parent_id !== null && is_unindexed === 0

/** A file with another content is as new as one that just came. */
const keepsEntry = (item: indexing.Waiting): boolean =>
  isFindable(item) && item.entry_blob_id === item.blob_id

function indexedOf({ name, owner_id, team_id, type, category }: indexing.Waiting): Indexed {
  return {
    trees: [owner_id, team_id].filter(tree => tree !== null),
    folded: fold(name ?? ''),
    extension: type === 'file' ? extensionOf(name ?? '') : '',
    kinds: ['any', type ?? '', ...(category ? [category] : [])],
  }
}

/** Lower case, without the dot; empty where there is none that can be asked for. */
export function extensionOf(name: string): string {
  const ending = splitExtension(name)[1].slice(1).toLowerCase().normalize('NFC')
  return /^[\p{L}\p{N}]{1,16}$/u.test(ending) ? ending : ''
}

async function writeEntries(
  kind: Deps['databaseKind'],
  tx: Db,
  shown: readonly Shown[],
): Promise<void> {
  if (shown.length === 0) return
  const made = await indexing.insertEntries(
    tx,
    shown
      .filter(({ item }) => item.entry_id === null || !keepsEntry(item))
      .map(({ item: { item_id, blob_id } }) => ({ item_id, blob_id })),
  )
  const entries = shown.map(({ item, indexed, values }) => ({
    entryId: made.get(item.item_id) ?? item.entry_id ?? 0,
    tokens: nameTokens(indexed),
    content:
      item.has_text === 1 || values.length > 0
        ? { blobId: item.blob_id, tokens: itemTokens(indexed, values) }
        : null,
  }))
  await indexing.writeTokens(tx, kind, entries)
}

async function learnWords(tx: Db, shown: readonly Shown[]): Promise<void> {
  const words = [...new Set(shown.flatMap(({ indexed }) => vocabularyOf(indexed.folded)))]
  for (let start = 0; start < words.length; start += ROWS_A_STATEMENT) {
    const learnt = await indexing.insertWords(tx, words.slice(start, start + ROWS_A_STATEMENT))
    const slips = learnt.flatMap(({ id, word }) =>
      typoKeysOf(word).map(slip => ({ slip, word_id: id })),
    )
    for (let at = 0; at < slips.length; at += ROWS_A_STATEMENT)
      await indexing.insertSlips(tx, slips.slice(at, at + ROWS_A_STATEMENT))
  }
}
