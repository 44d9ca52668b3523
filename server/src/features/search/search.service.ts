import type { Marks, SearchQuery } from '@coffer/contract/search'
import { type Actor, viewerOf } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { nameKey } from '../../lib/item-names.ts'
import { findTimeZone } from '../account/index.ts'
import {
  type AccessibleItem,
  findVisible,
  isEmptyScope,
  requireFolder,
  searchableTrees,
} from '../items/index.ts'
import * as candidates from './candidates.repository.ts'
import { extensionOf } from './indexing.service.ts'
import { isEmpty, type ParsedQuery, readQuery } from './search.query.ts'
import { byRank, isOneTypoApart, type Ranked, rankName } from './search.ranking.ts'
import { MAX_READ, type Snippet, snippetOf } from './search.snippets.ts'
import { isSpellable, typoKeysOf } from './search.terms.ts'
import * as tokens from './search.tokens.ts'

type SearchDeps = Pick<Deps, 'db' | 'databaseKind' | 'settings'>

/** Maximum similar words per misspelled word. */
const MAX_SIMILAR = 24
/** Maximum words with a common typo key, many of which are not similar. */
const MAX_TYPO_MATCHES = 200

export interface Hit extends AccessibleItem {
  fit: Ranked['fit']
  marks: Marks
  snippet: Snippet | null
}

export interface Hits {
  hits: Hit[]
  hasMore: boolean
}

interface Match extends Ranked {
  id: string
  marks: Marks
}

/** The time zone of typed days: that of the user, else that of the installation. */
const timeZoneOf = async ({ db, settings }: SearchDeps, actor: Actor): Promise<string> =>
  (await findTimeZone(db, viewerOf(actor))) ?? (await settings.read()).values.timezone ?? 'UTC'

/** Returns a page of the best hits among the items that the actor can see. */
export async function searchItems(
  deps: SearchDeps,
  actor: Actor,
  query: SearchQuery,
): Promise<Hits> {
  const parsed = readQuery(query, query.time_zone ?? (await timeZoneOf(deps, actor)))
  const filters = isEmpty(parsed) ? null : await resolveFilters(deps, actor, query, parsed)
  if (!filters) return { hits: [], hasMore: false }
  const start = (query.page - 1) * query.per_page
  const needed = start + query.per_page + 1
  // Guests can read no document values, so they must not learn them by searching either.
  const hasValues = actor.kind === 'user'
  const allMatches = await findMatches(deps, parsed, { ...filters, hasValues }, needed)
  const matches = allMatches.slice(start, start + query.per_page)
  const visible = await findVisible(
    deps.db,
    actor,
    matches.map(match => match.id),
  )
  const listed = visible.filter(({ item }) => item.trashed_at === null)
  const byId = new Map(listed.map(entry => [entry.item.id, entry]))
  const hits = matches.flatMap(match => {
    const entry = byId.get(match.id)
    return entry ? [{ ...entry, fit: match.fit, marks: match.marks, snippet: null }] : []
  })
  return {
    hits: await withSnippets(deps, hits, parsed.words, hasValues),
    hasMore: allMatches.length >= needed,
  }
}

/** Resolves the filters of a search, or null when nothing can match. */
async function resolveFilters(
  { db }: SearchDeps,
  actor: Actor,
  query: SearchQuery,
  { filters, inFolder }: ParsedQuery,
): Promise<candidates.Filters | null> {
  const trees = await searchableTrees(db, actor, query.owner)
  const folderId = await resolveFolder(db, actor, query.in)
  if (isEmptyScope(trees)) return null
  if (inFolder === undefined || query.in !== undefined)
    return { ...filters, trees, below: folderId }
  const named = await candidates.findFoldersNamed(db, { trees, below: folderId }, nameKey(inFolder))
  const [folder] = await findVisible(
    db,
    actor,
    named.map(({ id }) => id),
  )
  return folder ? { ...filters, trees, below: folder.item.id } : null
}

/** Returns the folder to search below; for guests it is at least their access root. */
async function resolveFolder(
  db: Db,
  actor: Actor,
  id: string | undefined,
): Promise<string | undefined> {
  if (id === undefined && actor.kind === 'user') return undefined
  const { folder } = await requireFolder(db, actor, id ?? null, 'download')
  return folder.id
}

/** A kind of match, such as by prefix or by text. */
interface Stage {
  field: candidates.Field
  toExpression: (tokenFilter: tokens.SearchFilter) => tokens.Expression
}

const NAME_STAGES = [tokens.byFullName, tokens.byFirstWord, tokens.byWords, tokens.byParts]

/** Yields the kinds of match from best to weakest; later ones are computed only when needed. */
async function* matchStages(
  { db }: SearchDeps,
  words: readonly string[],
  { hasAllNameMatches }: { hasAllNameMatches: boolean },
): AsyncGenerator<Stage> {
  if (words.length === 0) {
    yield { field: 'names', toExpression: tokens.byKind }
    return
  }
  if (!hasAllNameMatches)
    for (const toExpression of NAME_STAGES)
      yield { field: 'names', toExpression: tokenFilter => toExpression(tokenFilter, words) }
  const similar = await similarWords(db, words)
  if (similar.size > 0)
    yield {
      field: 'names',
      toExpression: tokenFilter => tokens.bySimilarWords(tokenFilter, words, similar),
    }
  yield { field: 'contents', toExpression: tokenFilter => tokens.byText(tokenFilter, words) }
}

/**
 * Runs the stages until there are enough matches. Within a stage folders come first, then the newest
 * items; the index returns newest first.
 */
async function findMatches(
  deps: SearchDeps,
  { words, type, extension }: ParsedQuery,
  { hasValues, ...filters }: candidates.Filters & { hasValues: boolean },
  needed: number,
): Promise<Match[]> {
  const matches = new Map<string, Match>()
  const { ownerId, teamIds } = filters.trees
  const trees = [...(ownerId === null ? [] : [ownerId]), ...teamIds]
  const tokenFilter: tokens.SearchFilter = { trees, hasValues, kind: type, extension }

  async function runStage({ field, toExpression }: Stage, filter = tokenFilter) {
    const limit = needed + matches.size
    const { rows, isComplete } = await candidates.findCandidates(
      deps,
      field,
      toExpression(filter),
      filters,
      limit,
    )
    return { matched: rows.flatMap(row => matchOf(row, words, field) ?? []), isComplete }
  }
  const addMatches = (newMatches: Match[]) => {
    for (const match of newMatches) if (!matches.has(match.id)) matches.set(match.id, match)
  }
  async function addStage(stage: Stage): Promise<void> {
    const { matched, isComplete } = await runStage(stage)
    addMatches(matched)
    // Search folders separately, because they come first even if many files are newer.
    if (!isComplete && type === undefined && extension === undefined)
      addMatches((await runStage(stage, { ...tokenFilter, kind: 'folder' })).matched)
  }
  // Few names match several words, so the weakest name match usually returns all; each is ranked by itself.
  const { matched, isComplete } =
    words.length > 1
      ? await runStage({ field: 'names', toExpression: filter => tokens.byParts(filter, words) })
      : { matched: [], isComplete: false }
  if (isComplete) addMatches(matched)
  for await (const stage of matchStages(deps, words, { hasAllNameMatches: isComplete })) {
    await addStage(stage)
    if (matches.size >= needed) break
  }
  return [...matches.values()].sort(byRank)
}

function matchOf(
  row: candidates.Candidate,
  words: readonly string[],
  field: candidates.Field,
): Match | null {
  const { id, type, name, entry_id: entryId } = row
  const ranking = rankName(name, type === 'file' ? extensionOf(name) : '', words)
  if (ranking) return { id, type, entryId, ...ranking }
  // The name does not match, so the index matched the text.
  return field === 'contents' ? { id, type, entryId, fit: 'text', marks: [] } : null
}

/** Returns for each searched word the similar words of any names. */
async function similarWords(db: Db, words: readonly string[]): Promise<Map<string, string[]>> {
  const spellable = words.filter(isSpellable)
  if (spellable.length === 0) return new Map()
  const rows = await candidates.findWordsByTypoKeys(
    db,
    spellable.flatMap(typoKeysOf),
    MAX_TYPO_MATCHES,
  )
  const similar = spellable.map((word): [string, string[]] => [
    word,
    rows
      .map(row => row.word)
      .filter(other => other !== word && isOneTypoApart(word, other))
      .slice(0, MAX_SIMILAR),
  ])
  return new Map(similar.filter(([, others]) => others.length > 0))
}

/** Adds snippets to hits that were found by their text. */
async function withSnippets(
  { db }: SearchDeps,
  hits: Hit[],
  words: readonly string[],
  hasValues: boolean,
): Promise<Hit[]> {
  const inText = hits.filter(hit => hit.fit === 'text').map(hit => hit.item.id)
  if (inText.length === 0) return hits
  const readMax = Math.floor(MAX_READ / inText.length)
  const texts = await candidates.findTexts(db, inText, { hasValues, maxLength: readMax })
  return hits.map(hit => {
    const text = hit.fit === 'text' ? texts.get(hit.item.id) : undefined
    return text === undefined ? hit : { ...hit, snippet: snippetOf(text, words, readMax) }
  })
}
