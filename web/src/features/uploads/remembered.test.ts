import { expect, test } from 'vitest'
import { createMemory, type Memory, type Remembered, recognise } from './remembered.ts'

const DAY = 86_400_000

function storage(): Storage {
  const map = new Map<string, string>()
  return {
    getItem: key => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: key => void map.delete(key),
    key: index => [...map.keys()][index] ?? null,
    get length() {
      return map.size
    },
    clear: () => map.clear(),
  }
}

/** Tabs hold their locks until they are closed; whoever asks for one waits for its turn. */
function tabs() {
  const open: string[] = []
  const waiting: { name: string; go: () => unknown }[] = []
  const request = ((name: string, go: () => unknown) => {
    if (open.includes(name)) waiting.push({ name, go })
    else if (go() instanceof Promise) open.push(name)
    return new Promise(() => {})
  }) as unknown as LockManager['request']
  const closeFirst = () => {
    const name = open.shift()
    for (const { go } of waiting.filter(waiter => waiter.name === name)) go()
  }
  return { locks: { request }, closeFirst }
}

function inherited(memory: Memory): Remembered[] {
  const all: Remembered[] = []
  memory.inherit(list => all.push(...list))
  return all
}

const entry = {
  id: 'u1',
  name: 'film.mp4',
  size: 300,
  lastModified: 7,
  path: '',
  parentId: 'folder',
}

test('uploads of a closed tab are inherited, and only once', () => {
  const { locks, closeFirst } = tabs()
  const ports = { storage: storage(), locks, now: () => 1000 }
  createMemory('ada', ports).save([entry])
  closeFirst()
  expect(inherited(createMemory('ada', ports))).toEqual([{ ...entry, at: 1000 }])
  expect(inherited(createMemory('ada', ports))).toEqual([])
})

test('uploads of a tab that still lives are its own', () => {
  const { locks } = tabs()
  const ports = { storage: storage(), locks, now: () => 1000 }
  createMemory('ada', ports).save([entry])
  expect(inherited(createMemory('ada', ports))).toEqual([])
})

test('a tab that is still closing is waited for', () => {
  const { locks, closeFirst } = tabs()
  const ports = { storage: storage(), locks, now: () => 1000 }
  createMemory('ada', ports).save([entry])
  const found: Remembered[] = []
  createMemory('ada', ports).inherit(list => found.push(...list))
  expect(found).toEqual([])
  closeFirst()
  expect(found).toEqual([{ ...entry, at: 1000 }])
})

test('another user of the same browser inherits nothing', () => {
  const ports = { storage: storage(), locks: undefined, now: () => 1000 }
  createMemory('ada', ports).save([entry])
  expect(inherited(createMemory('jon', ports))).toEqual([])
})

test('after a day nothing is left to go on with', () => {
  let now = 0
  const ports = { storage: storage(), locks: undefined, now: () => now }
  createMemory('ada', ports).save([entry])
  now = DAY
  expect(inherited(createMemory('ada', ports))).toEqual([])
})

test('what someone else wrote there is not trusted', () => {
  const shared = storage()
  shared.setItem('coffer.uploads.ada.x', '{"not":"ours"}')
  shared.setItem('coffer.uploads.ada.y', 'not even JSON')
  const ports = { storage: shared, locks: undefined, now: () => 0 }
  expect(inherited(createMemory('ada', ports))).toEqual([])
})

test('a full storage is no failure', () => {
  const full = {
    ...storage(),
    length: 0,
    setItem: () => {
      throw new DOMException('full')
    },
  }
  const memory = createMemory('ada', { storage: full, locks: undefined, now: () => 0 })
  expect(() => memory.save([entry])).not.toThrow()
})

test('a file is known by name, size, time and place', () => {
  const list = [{ ...entry, at: 0 }]
  const file = { name: 'film.mp4', size: 300, lastModified: 7 }
  expect(recognise(list, file, '', 'folder')).toEqual(list[0])
  expect(recognise(list, { ...file, size: 301 }, '', 'folder')).toBeNull()
  expect(recognise(list, { ...file, lastModified: 8 }, '', 'folder')).toBeNull()
  expect(recognise(list, file, '', 'elsewhere')).toBeNull()
})

test('chosen to go on, a file is known wherever it was meant for', () => {
  const list = [{ ...entry, path: 'films/film.mp4', at: 0 }]
  const file = { name: 'film.mp4', size: 300, lastModified: 7 }
  expect(recognise(list, file, '', undefined)).toEqual(list[0])
})
