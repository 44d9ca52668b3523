import { expect, it } from 'vitest'
import { seededRandom } from '../../../test/durability/seeded.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { indexWaiting } from './index.ts'

const t = await openTestApp()

const WORDS =
  'invoice invoices report contract photo holiday meeting budget summary paris málaga año crème straße archive'.split(
    ' ',
  )
const ENDINGS = ['pdf', 'jpg', 'txt']
const FILES = 200

const swapped = (word: string) => `${word.slice(0, 1)}${word[2]}${word[1]}${word.slice(3)}`

// One file of results for both runs of the suite: whoever differs from it fails.
it('SQLite and PostgreSQL find the same, in the same order', async () => {
  const ann = await t.signIn()
  const { below } = seededRandom('same results')
  const word = () => WORDS[below(WORDS.length)]
  for (let number = 0; number < FILES; number += 1) {
    t.advance(1_000)
    await ann.upload({
      filename: `${word()}-${word()} ${number}.${ENDINGS[below(ENDINGS.length)]}`,
    })
  }
  await indexWaiting(t.deps)
  const searches = WORDS.flatMap(one => [
    one,
    one.slice(0, 3),
    one.slice(2),
    swapped(one),
    `${one} ${word()}`,
    `${swapped(one)} ${word()} type:pdf`,
  ])
  const found: Record<string, string> = {}
  for (const query of searches) {
    const { body } = await ann.send('GET', `/api/search?${new URLSearchParams({ query })}`)
    const names: string[] = body.data.map(
      (hit: { attributes: { name: string } }) => hit.attributes.name,
    )
    found[query] = names.join(' | ')
  }
  expect(Object.values(found).filter(names => names.includes('|')).length).toBeGreaterThan(50)
  await expect(`${JSON.stringify(found, null, 2)}\n`).toMatchFileSnapshot('same-results.json')
})
