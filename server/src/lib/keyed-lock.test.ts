import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createKeyedLock } from './keyed-lock.ts'

/** Starts work under a key and returns its gate. */
function starter(lock: ReturnType<typeof createKeyedLock>) {
  const started: string[] = []
  return {
    started,
    begin(key: string, name: string) {
      const gate = Promise.withResolvers<void>()
      const done = lock(key, async () => {
        started.push(name)
        await gate.promise
        return name
      })
      return { done, finish: gate.resolve, fail: gate.reject }
    },
  }
}

it('runs work of one key in order, and that of other keys at the same time', async () => {
  const { begin, started } = starter(createKeyedLock())
  const [first, second, other] = [begin('a', 'first'), begin('a', 'second'), begin('b', 'other')]
  await setTimeout()
  expect(started).toEqual(['first', 'other'])
  first.fail(new Error('broken'))
  await expect(first.done).rejects.toThrow('broken')
  second.finish()
  other.finish()
  expect(await Promise.all([second.done, other.done])).toEqual(['second', 'other'])
})

it('runs as much at the same time as its limit', async () => {
  const { begin, started } = starter(createKeyedLock({ limit: 2 }))
  const [first, second, third] = ['first', 'second', 'third'].map(name => begin('a', name))
  await setTimeout()
  expect(started).toEqual(['first', 'second'])
  second?.finish()
  await second?.done
  await setTimeout()
  expect(started).toEqual(['first', 'second', 'third'])
  first?.finish()
  third?.finish()
  await Promise.all([first?.done, third?.done])
})

it('refuses work that waited too long, and passes its place to the next', async () => {
  const refusal = () => new Error('too many')
  const { begin, started } = starter(createKeyedLock({ maxWaitMs: 20, refusal }))
  const first = begin('a', 'first')
  await expect(begin('a', 'refused').done).rejects.toThrow('too many')
  const last = begin('a', 'last')
  first.finish()
  last.finish()
  expect(await last.done).toBe('last')
  expect(started).toEqual(['first', 'last'])
})
