import { expect, it } from 'vitest'
import { seededRandom } from '../../../test/durability/seeded.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { indexQueuedItems } from './index.ts'

const t = await openTestApp()

const WORDS =
  'invoice invoices report contract photo holiday meeting budget summary paris málaga año crème straße archive'.split(
    ' ',
  )
const EXTENSIONS = ['pdf', 'jpg', 'txt']
const FILES = 200

const swapped = (word: string) => `${word.slice(0, 1)}${word[2]}${word[1]}${word.slice(3)}`

// Both databases are compared with the same snapshot file.
it('SQLite and PostgreSQL return the same results in the same order', async () => {
  const ann = await t.signIn()
  const { below } = seededRandom('same results')
  const word = () => WORDS[below(WORDS.length)]
  for (let number = 0; number < FILES; number += 1) {
    t.advance(1_000)
    await ann.upload({
      filename: `${word()}-${word()} ${number}.${EXTENSIONS[below(EXTENSIONS.length)]}`,
    })
  }
  await indexQueuedItems(t.deps)
  const searches = WORDS.flatMap(term => [
    term,
    term.slice(0, 3),
    term.slice(2),
    swapped(term),
    `${term} ${word()}`,
    `${swapped(term)} ${word()} type:pdf`,
  ])
  const results: Record<string, string> = {}
  for (const query of searches) {
    const { body } = await ann.send('GET', `/api/search?${new URLSearchParams({ query })}`)
    const names: string[] = body.data.map(
      (hit: { attributes: { name: string } }) => hit.attributes.name,
    )
    results[query] = names.join(' | ')
  }
  expect(Object.values(results).filter(names => names.includes('|')).length).toBeGreaterThan(50)
  await expect(`${JSON.stringify(results, null, 2)}\n`).toMatchFileSnapshot('same-results.json')
})
