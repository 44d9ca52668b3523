import { FITS } from '@coffer/contract/search'
import { MAX_PEOPLE } from '@coffer/contract/users'
import type { Deps } from '../../deps.ts'
import { findPeople, findPerson, listPeople, type Person } from './people.repository.ts'
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
  { limit = MAX_RESULTS, maxCompared = MAX_COMPARED } = {},
): Promise<Person[]> {
  const words = wordsOf(query).slice(0, MAX_WORDS)
  if (words.length === 0) return []
  const matching = ranked(await findPeople(db, query), words)
  if (matching.length >= limit) return matching.slice(0, limit)
  const ids = new Set(matching.map(({ id }) => id))
  const others = (await listPeople(db, maxCompared)).filter(({ id }) => !ids.has(id))
  return [...matching, ...ranked(others, words)].slice(0, limit)
}

/** Suggests the user with the id, else users as the search finds them; without a query the first by name. */
export async function suggestPeople(deps: Pick<Deps, 'db'>, query: string): Promise<Person[]> {
  if (query === '') return listPeople(deps.db, MAX_PEOPLE)
  const person = await findPerson(deps.db, query)
  return person ? [person] : searchPeople(deps, query, { limit: MAX_PEOPLE })
}

/** Returns the users that fit, best first. */
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
    .map(({ person }) => person)
