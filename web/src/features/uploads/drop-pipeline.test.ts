import type { Preflight } from '@coffer/contract/upload-batches'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { DropPipeline, type DropPipelineDeps, GRACE_MS } from './drop-pipeline.ts'
import { chooseForAll, planOf, type Question } from './preflight.ts'
import type { Rejection } from './rejections.ts'
import { fileTask } from './uploads.test-server.ts'
import type { UploadTask } from './uploads.types.ts'

afterEach(() => {
  vi.useRealTimers()
})

const emptyPreflight = { needed_bytes: 0, fits: 0, room_bytes: null, conflicts: [], refused: [] }

const existing = (name: string, type: 'file' | 'folder' = 'file') => ({
  id: name,
  type,
  name,
  size_bytes: 5,
  updated_at: '2026-11-20T08:00:00.000Z',
})

const conflictAt = (index: number) => ({ index, existing: existing(`${index}`) })

function deps(answer: Partial<Preflight> | null, change: Partial<DropPipelineDeps> = {}) {
  const accepted: UploadTask[] = []
  const rejected: Rejection[] = []
  const questions: Question[] = []
  const all: DropPipelineDeps = {
    check: async () => (answer ? { ...emptyPreflight, ...answer } : null),
    ask: async question => {
      questions.push(question)
      return chooseForAll(question.conflicts, 'replace')
    },
    accept: tasks => void accepted.push(...tasks),
    reject: rejections => void rejected.push(...rejections),
    waitingBytes: () => 0,
    ...change,
  }
  return { accepted, rejected, questions, all }
}

const files = (...names: string[]) =>
  names.map(name => fileTask(Buffer.alloc(10), { name: `${name}.txt` }))

const namesOf = (tasks: readonly UploadTask[]) => tasks.map(({ name }) => name)

describe('a drop', () => {
  test('without conflicts is queued without a question', async () => {
    const { accepted, questions, all } = deps({})
    const pipeline = new DropPipeline(null, all)
    pipeline.add(files('a', 'b'))
    expect(await pipeline.end()).toEqual([])
    expect(namesOf(accepted)).toEqual(['a.txt', 'b.txt'])
    expect(questions).toEqual([])
  })

  test('waits completely until its name conflicts are resolved', async () => {
    const before: number[] = []
    const { accepted, questions, all } = deps({ conflicts: [conflictAt(1)] })
    const ask = all.ask
    all.ask = question => {
      before.push(accepted.length)
      return ask(question)
    }
    const pipeline = new DropPipeline(null, all)
    pipeline.add(files('a', 'b', 'c'))
    await pipeline.end()
    expect(before).toEqual([0])
    expect(questions[0]?.conflicts.map(({ task }) => task.name)).toEqual(['b.txt'])
    expect(accepted.map(({ name, onConflict }) => [name, onConflict])).toEqual([
      ['a.txt', 'rename'],
      ['c.txt', 'rename'],
      ['b.txt', 'replace'],
    ])
  })

  test('that takes long to read starts with its ready files', async () => {
    vi.useFakeTimers()
    const { accepted, questions, all } = deps({ conflicts: [conflictAt(0)] })
    const pipeline = new DropPipeline(null, all)
    pipeline.add(files(...Array.from({ length: 100 }, (_, index) => `${index}`)))
    await vi.advanceTimersByTimeAsync(GRACE_MS - 1)
    expect(accepted).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(accepted).toHaveLength(99)
    expect(questions).toEqual([])
    await pipeline.end()
    expect(questions[0]?.ready).toEqual([])
    expect(accepted).toHaveLength(100)
  })

  test('that is read quickly waits for its question, however slow the checks are', async () => {
    vi.useFakeTimers()
    const answers = [[], [conflictAt(0)]]
    const { accepted, questions, all } = deps(null, {
      check: async () => {
        await new Promise(resolve => setTimeout(resolve, 2 * GRACE_MS))
        return { ...emptyPreflight, conflicts: answers.shift() ?? [] }
      },
      ask: async question => {
        questions.push(question)
        return null
      },
    })
    const pipeline = new DropPipeline(null, all)
    pipeline.add(files(...Array.from({ length: 100 }, (_, index) => `${index}`)))
    pipeline.add(files('last'))
    const ended = pipeline.end()
    await vi.advanceTimersByTimeAsync(4 * GRACE_MS)
    await ended
    expect(questions[0]?.ready).toHaveLength(100)
    expect(accepted).toEqual([])
  })

  test('that the user cancels leaves the queue unchanged', async () => {
    const { accepted, all } = deps({ conflicts: [conflictAt(0)] }, { ask: async () => null })
    const pipeline = new DropPipeline(null, all)
    pipeline.add(files('a', 'b'))
    await pipeline.end()
    expect(accepted).toEqual([])
  })

  test('beyond the quota uploads the files that fit and rejects the others', async () => {
    const { accepted, rejected, questions, all } = deps(
      { room_bytes: 35 },
      { waitingBytes: () => 10 },
    )
    const pipeline = new DropPipeline(null, all)
    pipeline.add(files('a', 'b', 'c'))
    await pipeline.end()
    expect(questions[0]?.freeBytes).toBe(25)
    expect(namesOf(accepted)).toEqual(['a.txt', 'b.txt'])
    expect(rejected).toEqual([{ name: 'c.txt', reason: 'room' }])
  })

  test('continues when the preflight check fails', async () => {
    const { accepted, all } = deps(null)
    const pipeline = new DropPipeline(null, all)
    pipeline.add(files('a', 'b'))
    await pipeline.end()
    expect(accepted).toHaveLength(2)
  })

  test('returns rejected types, sizes and empty files to announce, even after a question', async () => {
    const { questions, all } = deps({ conflicts: [conflictAt(0)] })
    const pipeline = new DropPipeline(null, all)
    const announced: Rejection[] = [
      { name: 'setup.exe', reason: 'type', type: 'exe' },
      { name: 'large.bin', reason: 'size' },
      { name: 'nothing.txt', reason: 'empty' },
    ]
    pipeline.reject([...announced, { name: 'odd', reason: 'name' }])
    pipeline.add(files('a'))
    expect(await pipeline.end()).toEqual(announced)
    expect(questions).toHaveLength(1)
  })

  test("maps the server's error codes to rejection reasons", async () => {
    const problem = (code: string) => ({
      type: '',
      title: '',
      status: 422,
      detail: 'Detail',
      message: '',
      code,
    })
    const codes = ['upload.type_not_allowed', 'upload.too_large', 'item.name_invalid', 'other']
    const { rejected, accepted, all } = deps({
      refused: codes.map((code, index) => ({ index, problem: problem(code) })),
    })
    const pipeline = new DropPipeline(null, all)
    pipeline.add(files('a', 'b', 'c', 'd', 'e'))
    expect(await pipeline.end()).toEqual(rejected)
    expect(rejected.map(({ reason }) => reason)).toEqual(['type', 'size', 'name', 'server'])
    expect(namesOf(accepted)).toEqual(['e.txt'])
  })
})

test('a folder is never replaced, even when replace is chosen for all', () => {
  const [file, folder] = files('file', 'folder').map((task, index) => ({
    task,
    existing: existing(task.name, index === 0 ? 'file' : 'folder'),
  }))
  if (!file || !folder) throw new Error('two')
  const choices = chooseForAll([file, folder], 'replace')
  expect([...choices.values()]).toEqual(['replace', 'rename'])
  const question = { ready: [], conflicts: [file, folder], rejected: [], freeBytes: 10 }
  const plan = planOf(question, chooseForAll([file, folder], 'skip'))
  expect(plan).toEqual({ toUpload: [], overQuota: [], neededBytes: 0 })
  expect(planOf(question, choices)).toMatchObject({ neededBytes: 20, overQuota: [folder.task] })
})
