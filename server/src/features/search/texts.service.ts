import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { readText } from '../../text/read-text.ts'
import { textKindOf } from '../../text/text-kinds.ts'
import { TextError } from '../../text/text-task.ts'
import { fold, textPart, wordStarts } from './search.terms.ts'
import { textTokens } from './search.tokens.ts'
import { queueTextsJob, type ReadTextPayload, readTextJob } from './texts.job-types.ts'
import * as texts from './texts.repository.ts'

/** Larger files are not read: they are data rather than text. */
const MAX_CONTENT_BYTES = 100 * 1024 * 1024
/** Maximum bytes of indexed words, because a tsvector holds less than a megabyte. */
const MAX_TOKENS = 500_000
/** Stored texts refreshed in one run, and the time after which it begins no other one. */
const REFRESHED_AT_ONCE = 50
const REFRESH_MS = 2_000
/** Characters processed before yielding to the event loop. */
const CHUNK_CHARACTERS = 20_000

/** Reports whether text can be extracted from a file of this type and size. */
export const hasWords = (mimetype: string | null, sizeBytes: number | null): boolean =>
  textKindOf(mimetype) !== null && (sizeBytes ?? 0) > 0 && (sizeBytes ?? 0) <= MAX_CONTENT_BYTES

/** Queues text extraction for contents in the caller's transaction. */
export async function queueTexts(
  tx: Db,
  { jobs }: Pick<Deps, 'jobs'>,
  contents: readonly ReadTextPayload[],
): Promise<void> {
  if (contents.length > 0) await jobs.add(tx, queueTextsJob, [...contents])
}

/** Queues one job per content, so that failures stay separate. */
export const queueTextJobs = (
  { transact, jobs }: Pick<Deps, 'transact' | 'jobs'>,
  contents: readonly ReadTextPayload[],
): Promise<void> =>
  transact(async tx => {
    for (const content of contents)
      await jobs.add(tx, readTextJob, content, { key: content.blobId })
  })

/** Extracts and saves the text of a content; unreadable ones are saved as empty and not retried. */
export async function readContent(
  { db, transact, blobs, log }: Pick<Deps, 'db' | 'transact' | 'blobs' | 'log'>,
  { blobId, mimetype }: ReadTextPayload,
  signal: AbortSignal,
): Promise<void> {
  const kind = textKindOf(mimetype)
  const blob = await texts.findUnread(db, blobId)
  if (!kind || blob === undefined) return
  let text = ''
  try {
    const content = { key: blob.storage_key, sizeBytes: blob.size_bytes, signal }
    text = await blobs.asFile(content, path => readText({ kind, path }, signal))
  } catch (error) {
    if (!(error instanceof TextError)) throw error
    log.warn({ blobId, reason: error.message }, 'no text could be read')
  }
  const tokens = await tokensOf(text)
  await transact(tx => texts.saveText(tx, { blob_id: blobId, text, tokens }))
}

/** Creates the tokens of some stored texts again if the rules for them have changed. */
export async function refreshTokens({
  db,
  transact,
}: Pick<Deps, 'db' | 'transact'>): Promise<void> {
  const endsAt = performance.now() + REFRESH_MS
  for (const { blob_id } of await texts.findStaleTexts(db, REFRESHED_AT_ONCE)) {
    if (performance.now() > endsAt) return
    const stored = await texts.findText(db, blob_id)
    const tokens = stored && (await tokensOf(stored.text))
    await transact(async tx => {
      if (tokens !== undefined && tokens !== stored?.tokens)
        await texts.replaceTokens(tx, blob_id, tokens)
      await texts.deleteStaleText(tx, blob_id)
    })
  }
}

const tokensOf = async (text: string): Promise<string> =>
  textTokens(await distinctWords(text)).join(' ')

/** Returns the distinct words of a text up to the indexed maximum. */
async function distinctWords(text: string): Promise<Set<string>> {
  const words = new Set<string>()
  let length = 0
  for (let start = 0; start < text.length; start += CHUNK_CHARACTERS) {
    // Words at chunk boundaries may be split, which is acceptable.
    for (const word of wordsIn(text.slice(start, start + CHUNK_CHARACTERS))) {
      if (words.has(word)) continue
      length += Buffer.byteLength(word) + 2
      if (length > MAX_TOKENS) return words
      words.add(word)
    }
    await new Promise(setImmediate)
  }
  return words
}

function* wordsIn(chunk: string): Generator<string> {
  for (const { 0: piece } of chunk.matchAll(/\S{1,400}/g))
    yield* wordStarts(fold(piece)).map(textPart)
}
