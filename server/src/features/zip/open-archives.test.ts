import { expect, it } from 'vitest'
import { OpenArchives } from './open-archives.ts'
import { ZipLayout } from './zip-layout.ts'

const owner = (userId: string) => ({ key: userId, isGuest: false })
const tooMany = expect.objectContaining({ code: 'request.too_many' })

it('rejects an archive that does not fit into the memory beside the others', () => {
  const archives = new OpenArchives(1000, 100)
  const first = archives.open(owner('ann'))
  first.resize(400)
  const second = archives.open(owner('ben'))
  second.resize(400)
  const third = archives.open(owner('cid'))
  third.resize(200)
  expect(() => third.resize(201)).toThrow(tooMany)
  second.close()
  third.resize(500)
  expect(() => archives.open(owner('ben')).resize(101)).toThrow(tooMany)
  archives.open(owner('ben')).resize(100)
})

it('leaves half of the memory to others', () => {
  const archives = new OpenArchives(1000, 100)
  const first = archives.open(owner('ann'))
  first.resize(300)
  const more = archives.open(owner('ann'))
  more.resize(200)
  expect(() => more.resize(201)).toThrow(tooMany)
  archives.open(owner('ben')).resize(500)
})

it('accepts a single archive of any size, beside which others have half of the memory', () => {
  const archives = new OpenArchives(1000, 100)
  archives.open(owner('ann')).resize(5000)
  const other = archives.open(owner('ben'))
  other.resize(500)
  expect(() => archives.open(owner('cid')).resize(101)).toThrow(tooMany)
  other.close()
  archives.open(owner('cid')).resize(500)
})

it('limits the archives of a user and those of a guest', () => {
  for (const [isGuest, maximum] of [
    [false, 8],
    [true, 20],
  ] as const) {
    const archives = new OpenArchives()
    const all = Array.from({ length: maximum }, () => archives.open({ key: 'one', isGuest }))
    expect(() => archives.open({ key: 'one', isGuest })).toThrow(tooMany)
    archives.open({ key: 'another', isGuest })
    all[0]?.close()
    archives.open({ key: 'one', isGuest })
  }
})

it('ends the planning of an archive that grows beyond the memory', () => {
  const archives = new OpenArchives(64 * 1024, 0)
  archives.open(owner('ben')).resize(1)
  const layout = new ZipLayout(archives.open(owner('ben')).resize)
  const entry = { blobId: null, size: 0, modified: 0, crc: null }
  const plan = () => {
    for (let number = 0; number < 10_000; number += 1) layout.add({ ...entry, path: `${number}` })
  }
  expect(plan).toThrow(tooMany)
  expect(layout.count).toBeGreaterThan(100)
})
