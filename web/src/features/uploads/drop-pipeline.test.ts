import type { Preflight } from '@coffer/contract/upload-batches'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { DropPipeline, type DropPipelineDeps, GRACE_MS } from './drop-pipeline.ts'
import { chooseForAll, planOf, type Question } from './preflight.ts'
import type { Refusal } from './rejections.ts'
import { fileTask } from './uploads.test-server.ts'
import type { UploadTask } from './uploads.types.ts'

afterEach(() => {
  vi.useRealTimers()
})

const nothing = { needed_bytes: 0, fits: 0, room_bytes: null, conflicts: [], refused: [] }

const existing = (name: string, type: 'file' | 'folder' = 'file') => ({
  ...{ id: name, type, name, size_bytes: 5 },
  updated_at: '2026-11-20T08:00:00.000Z',
})

const conflictAt = (index: number) => ({ index, existing: existing(`${index}`) })

function ports(answer: Partial<Preflight> | null, change: Partial<DropPipelineDeps> = {}) {
  const accepted: UploadTask[] = []
  const refused: Refusal[] = []
  const asked: Question[] = []
  const all: DropPipelineDeps = {
    check: async () => (answer ? { ...nothing, ...answer } : null),
    ask: async question => {
      asked.push(question)
      return chooseForAll(question.conflicts, 'replace')
    },
    accept: tasks => void accepted.push(...tasks),
    refuse: refusals => void refused.push(...refusals),
    waitingBytes: () => 0,
    ...change,
  }
  return { accepted, refused, asked, all }
}

const files = (...names: string[]) =>
  names.map(name => fileTask(Buffer.alloc(10), { name: `${name}.txt` }))

const namesOf = (tasks: readonly UploadTask[]) => tasks.map(({ name }) => name)

describe('a drop', () => {
  test('that nothing speaks against is queued without a question', async () => {
    const { accepted, asked, all } = ports({})
    const arrival = new DropPipeline(null, all)
    arrival.add(files('a', 'b'))
    expect(await arrival.end()).toEqual([])
    expect(namesOf(accepted)).toEqual(['a.txt', 'b.txt'])
    expect(asked).toEqual([])
  })

  test('waits whole until its taken names are decided', async () => {
    const before: number[] = []
    const { accepted, asked, all } = ports({ conflicts: [conflictAt(1)] })
    const ask = all.ask
    all.ask = question => {
      before.push(accepted.length)
      return ask(question)
    }
    const arrival = new DropPipeline(null, all)
    arrival.add(files('a', 'b', 'c'))
    await arrival.end()
    expect(before).toEqual([0])
    expect(asked[0]?.conflicts.map(({ task }) => task.name)).toEqual(['b.txt'])
    expect(accepted.map(({ name, onConflict }) => [name, onConflict])).toEqual([
      ['a.txt', 'rename'],
      ['c.txt', 'rename'],
      ['b.txt', 'replace'],
    ])
  })

  test('too large to be known soon begins with what nothing speaks against', async () => {
    vi.useFakeTimers()
    const { accepted, asked, all } = ports({ conflicts: [conflictAt(0)] })
    const arrival = new DropPipeline(null, all)
    arrival.add(files(...Array.from({ length: 100 }, (_, index) => `${index}`)))
    await vi.advanceTimersByTimeAsync(GRACE_MS - 1)
    expect(accepted).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(accepted).toHaveLength(99)
    expect(asked).toEqual([])
    await arrival.end()
    expect(asked[0]?.clear).toEqual([])
    expect(accepted).toHaveLength(100)
  })

  test('that is soon known whole waits for its question, however slowly it is checked', async () => {
    vi.useFakeTimers()
    const answers = [[], [conflictAt(0)]]
    const { accepted, asked, all } = ports(null, {
      check: async () => {
        await new Promise(resolve => setTimeout(resolve, 2 * GRACE_MS))
        return { ...nothing, conflicts: answers.shift() ?? [] }
      },
      ask: async question => {
        asked.push(question)
        return null
      },
    })
    const arrival = new DropPipeline(null, all)
    arrival.add(files(...Array.from({ length: 100 }, (_, index) => `${index}`)))
    arrival.add(files('last'))
    const ended = arrival.end()
    await vi.advanceTimersByTimeAsync(4 * GRACE_MS)
    await ended
    expect(asked[0]?.clear).toHaveLength(100)
    expect(accepted).toEqual([])
  })

  test('of which nothing is wanted any more leaves the queue alone', async () => {
    const { accepted, all } = ports({ conflicts: [conflictAt(0)] }, { ask: async () => null })
    const arrival = new DropPipeline(null, all)
    arrival.add(files('a', 'b'))
    await arrival.end()
    expect(accepted).toEqual([])
  })

  test('that does not fit goes as far as it does, and the rest is told', async () => {
    const { accepted, refused, asked, all } = ports({ room_bytes: 35 }, { waitingBytes: () => 10 })
    const arrival = new DropPipeline(null, all)
    arrival.add(files('a', 'b', 'c'))
    await arrival.end()
    expect(asked[0]?.roomBytes).toBe(25)
    expect(namesOf(accepted)).toEqual(['a.txt', 'b.txt'])
    expect(refused).toEqual([{ name: 'c.txt', reason: 'room' }])
  })

  test('goes on when nobody answers the question, and each file is told for itself', async () => {
    const { accepted, all } = ports(null)
    const arrival = new DropPipeline(null, all)
    arrival.add(files('a', 'b'))
    await arrival.end()
    expect(accepted).toHaveLength(2)
  })

  test('leaves refused types, sizes and empty files to be told, also after a question', async () => {
    const { asked, all } = ports({ conflicts: [conflictAt(0)] })
    const arrival = new DropPipeline(null, all)
    const told: Refusal[] = [
      { name: 'setup.exe', reason: 'type', type: 'exe' },
      { name: 'large.bin', reason: 'size' },
      { name: 'nothing.txt', reason: 'empty' },
    ]
    arrival.refuse([...told, { name: 'odd', reason: 'name' }])
    arrival.add(files('a'))
    expect(await arrival.end()).toEqual(told)
    expect(asked).toHaveLength(1)
  })

  test('says what the server refuses, in its own kinds', async () => {
    const problem = (code: string) => ({
      ...{ type: '', title: '', status: 422, detail: 'Told', message: '', code },
    })
    const codes = ['upload.type_not_allowed', 'upload.too_large', 'item.name_invalid', 'other']
    const { refused, accepted, all } = ports({
      refused: codes.map((code, index) => ({ index, problem: problem(code) })),
    })
    const arrival = new DropPipeline(null, all)
    arrival.add(files('a', 'b', 'c', 'd', 'e'))
    expect(await arrival.end()).toEqual(refused)
    expect(refused.map(({ reason }) => reason)).toEqual(['type', 'size', 'name', 'told'])
    expect(namesOf(accepted)).toEqual(['e.txt'])
  })
})

test('a folder of the name can not be replaced, whatever is chosen for all', () => {
  const [file, folder] = files('file', 'folder').map((task, index) => ({
    task,
    existing: existing(task.name, index === 0 ? 'file' : 'folder'),
  }))
  if (!file || !folder) throw new Error('two')
  const choices = chooseForAll([file, folder], 'replace')
  expect([...choices.values()]).toEqual(['replace', 'rename'])
  const question = { clear: [], conflicts: [file, folder], refused: [], roomBytes: 10 }
  const plan = planOf(question, chooseForAll([file, folder], 'skip'))
  expect(plan).toEqual({ going: [], left: [], neededBytes: 0 })
  expect(planOf(question, choices)).toMatchObject({ neededBytes: 20, left: [folder.task] })
})
