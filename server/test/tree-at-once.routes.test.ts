import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findIntegrityErrors } from './integrity.ts'
import { openTestApp } from './open-test-app.ts'
import { searched } from './property.ts'
import { chosenBy, type Ref, send, step } from './tree-steps.ts'

const t = await openTestApp()
await t.settings({ versions_kept: 2 })

const itemsOf = (userId: string): Promise<Ref[]> =>
  t.deps.db
    .selectFrom('items')
    .select(['id', 'type'])
    .where('owner_id', '=', userId)
    .where('parent_id', 'is not', null)
    .orderBy('id')
    .execute()

const concurrentSteps = fc.array(step, { minLength: 2, maxLength: 6 })

// C1
// P7
it('concurrent changes of two browsers keep the tree valid', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(concurrentSteps, { minLength: 4, maxLength: 12 }), async rounds => {
      const first = await t.signIn()
      const browsers = [first, await t.signInAgain(first)] as const
      for (const steps of rounds) {
        const items = await itemsOf(first.userId)
        const calls = steps.map(async (step, index) => {
          const chosen = chosenBy(step, items)
          return chosen && send(browsers[index % 2 ? 1 : 0], step, chosen)
        })
        for (const reply of await Promise.all(calls))
          if (reply && reply.status >= 500) throw new Error(JSON.stringify(reply.body))
        expect(await findIntegrityErrors(t.deps.db)).toEqual([])
      }
    }),
    searched(20),
  )
})
