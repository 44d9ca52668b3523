import { FITS } from '@coffer/contract/search'
import type { Deps } from '../../deps.ts'
import { listPeople, type Person } from './people.repository.ts'
import { rankName } from './search.ranking.ts'
import { wordsOf } from './search.terms.ts'

const MAX_RESULTS = 8

/** Finds users by name and address, ranked like files. */
export async function searchPeople({ db }: Pick<Deps, 'db'>, query: string): Promise<Person[]> {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const people = await listPeople(db)
  return people
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
}
