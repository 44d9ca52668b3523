import { FITS } from '@coffer/contract/search'
import type { Deps } from '../../deps.ts'
import { findPeople, listPeople, type Person } from './people.repository.ts'
import { MAX_WORDS } from './search.query.ts'
import { rankName } from './search.ranking.ts'
import { wordsOf } from './search.terms.ts'

const MAX_RESULTS = 8
/** Similar names are searched among so many users, which are ranked in memory like files. */
const MAX_COMPARED = 20_000

/**
 * Finds users by name and address, ranked like files: all users by the words of the directory, and when
 * these are few, the first ones by similar and inner words.
 */
export async function searchPeople(
  { db }: Pick<Deps, 'db'>,
  query: string,
  maxCompared = MAX_COMPARED,
): Promise<Person[]> {
  const words = wordsOf(query).slice(0, MAX_WORDS)
  if (words.length === 0) return []
  const matching = ranked(await findPeople(db, query), words)
  if (matching.length >= MAX_RESULTS) return matching
  const ids = new Set(matching.map(({ id }) => id))
  const others = (await listPeople(db, maxCompared)).filter(({ id }) => !ids.has(id))
  return [...matching, ...ranked(others, words)].slice(0, MAX_RESULTS)
}

/** Returns the users that fit best. */
const ranked = (people: readonly Person[], words: readonly string[]): Person[] =>
  people
    .flatMap(person => {
      const fits = [person.name, person.email, `${person.name} ${person.email}`].flatMap(
        text => rankName(text, '', words)?.fit ?? [],
      )
      const best = Math.min(...fits.map(fit => FITS.indexOf(fit)))
      return fits.length > 0 ? [{ person, best }] : []
    })
    .sort((first, second) => first.best - second.best)
    .slice(0, MAX_RESULTS)
    .map(({ person }) => person)
