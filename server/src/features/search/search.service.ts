import type { Marks, SearchQuery } from '@coffer/contract/search'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { nameKey } from '../../lib/item-names.ts'
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
import { READ_MAX, type Snippet, snippetOf } from './search.snippets.ts'
import { isSpellable, typoKeysOf } from './search.terms.ts'
import * as tokens from './search.tokens.ts'

type SearchDeps = Pick<Deps, 'db' | 'databaseKind'>

/** As many words can be meant by one that is spelled wrongly. */
const SIMILAR_MAX = 24
/** More share a slip with it by chance than are meant. */
const SLIPS_MAX = 200

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

/** The best hits of a search, a page at a time, among everything that the actor may see. */
export async function searchItems(
  deps: SearchDeps,
  actor: Actor,
  query: SearchQuery,
): Promise<Hits> {
  const asked = readQuery(query)
  const filters = isEmpty(asked) ? null : await filtersOf(deps, actor, query, asked)
  if (!filters) return { hits: [], hasMore: false }
  const start = (query.page - 1) * query.per_page
  const wanted = start + query.per_page + 1
  const found = await findMatches(deps, asked, filters, wanted)
  const matches = found.slice(start, start + query.per_page)
  const seen = await findVisible(
    deps.db,
    actor,
    matches.map(match => match.id),
  )
  const live = seen.filter(({ item }) => item.trashed_at === null)
  const byId = new Map(live.map(one => [one.item.id, one]))
  const shown = matches.flatMap(match => {
    const one = byId.get(match.id)
    return one ? [{ ...one, fit: match.fit, marks: match.marks, snippet: null }] : []
  })
  return { hits: await withSnippets(deps, shown, asked.words), hasMore: found.length >= wanted }
}

/** Null when it is certain that nothing fits. */
async function filtersOf(
  { db }: SearchDeps,
  actor: Actor,
  query: SearchQuery,
  { filters, inFolder }: ParsedQuery,
): Promise<candidates.Filters | null> {
  const trees = await searchableTrees(db, actor, query.owner)
  const top = await topOf(db, actor, query.in)
  if (isEmptyScope(trees)) return null
  if (inFolder === undefined || query.in !== undefined) return { ...filters, trees, below: top }
  const named = await candidates.findFoldersNamed(db, trees, nameKey(inFolder))
  const [found] = await findVisible(
    db,
    actor,
    named.map(folder => folder.id),
  )
  return found ? { ...filters, trees, below: found.item.id } : null
}

/** The folder below which is searched; guests find nothing but what they were let into. */
async function topOf(db: Db, actor: Actor, id: string | undefined): Promise<string | undefined> {
  if (id === undefined && actor.kind === 'user') return undefined
  const { folder } = await requireFolder(db, actor, id ?? null, 'download')
  return folder.id
}

/** One kind of match. */
interface Stage {
  field: candidates.Field
  by: (where: tokens.SearchFilter) => tokens.Expression
}

const BEST_FIRST = [tokens.byWholeName, tokens.byFirstWord, tokens.byWords, tokens.byParts]

/** From the best kind of match to the weakest; what comes later is worked out when it is needed. */
async function* stagesOf(
  { db }: SearchDeps,
  words: readonly string[],
  { areNamesKnown }: { areNamesKnown: boolean },
): AsyncGenerator<Stage> {
  if (words.length === 0) {
    yield { field: 'names', by: tokens.byKind }
    return
  }
  if (!areNamesKnown)
    for (const by of BEST_FIRST) yield { field: 'names', by: where => by(where, words) }
  const similar = await similarWords(db, words)
  if (similar.size > 0)
    yield { field: 'names', by: where => tokens.bySimilarWords(where, words, similar) }
  yield { field: 'contents', by: where => tokens.byText(where, words) }
}

/**
 * Stops as soon as there are enough. Within a kind of match folders and the newest come first, and
 * newest first is the order that the index is read in.
 */
async function findMatches(
  deps: SearchDeps,
  { words, type, extension }: ParsedQuery,
  filters: candidates.Filters,
  wanted: number,
): Promise<Match[]> {
  const matches = new Map<string, Match>()
  const { ownerId, teamIds } = filters.trees
  const trees = [...(ownerId === null ? [] : [ownerId]), ...teamIds]
  const where: tokens.SearchFilter = { trees, kind: type, extension }

  async function look({ field, by }: Stage, narrowing = where) {
    const limit = wanted + matches.size
    const { rows, isAll } = await candidates.findCandidates(
      deps,
      field,
      by(narrowing),
      filters,
      limit,
    )
    return { found: rows.flatMap(row => matchOf(row, words, field) ?? []), isAll }
  }
  const keep = (found: Match[]) => {
    for (const match of found) if (!matches.has(match.id)) matches.set(match.id, match)
  }
  async function take(stage: Stage): Promise<void> {
    const { found, isAll } = await look(stage)
    keep(found)
    // Folders come first, however many files are newer.
    if (!isAll && type === undefined && extension === undefined)
      keep((await look(stage, { ...where, kind: 'folder' })).found)
  }
  // Few names have several words: the weakest match brings them all then, and each is known for what it is.
  const { found, isAll } =
    words.length > 1
      ? await look({ field: 'names', by: one => tokens.byParts(one, words) })
      : { found: [], isAll: false }
  if (isAll) keep(found)
  for await (const stage of stagesOf(deps, words, { areNamesKnown: isAll })) {
    await take(stage)
    if (matches.size >= wanted) break
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
  // In its text then, as the index says.
  return field === 'contents' ? { id, type, entryId, fit: 'text', marks: [] } : null
}

/** For each word of a search those of any names that it may have been meant as. */
async function similarWords(db: Db, words: readonly string[]): Promise<Map<string, string[]>> {
  const spelled = words.filter(isSpellable)
  if (spelled.length === 0) return new Map()
  const found = await candidates.findBySlips(db, spelled.flatMap(typoKeysOf), SLIPS_MAX)
  const similar = spelled.map((word): [string, string[]] => [
    word,
    found
      .map(row => row.word)
      .filter(other => other !== word && isOneTypoApart(word, other))
      .slice(0, SIMILAR_MAX),
  ])
  return new Map(similar.filter(([, others]) => others.length > 0))
}

/** Only what was found by its text needs a piece of it. */
async function withSnippets(
  { db }: SearchDeps,
  hits: Hit[],
  words: readonly string[],
): Promise<Hit[]> {
  const inText = hits.filter(hit => hit.fit === 'text').map(hit => hit.item.id)
  if (inText.length === 0) return hits
  const texts = await candidates.findTexts(db, inText)
  const readMax = READ_MAX / texts.size
  return hits.map(hit => {
    const text = hit.fit === 'text' ? texts.get(hit.item.id) : undefined
    return text === undefined ? hit : { ...hit, snippet: snippetOf(text, words, readMax) }
  })
}
