import { expect, it } from 'vitest'
import { OpenArchives } from './open-archives.ts'
import { ZipLayout } from './zip-layout.ts'

const owner = (userId: string) => ({ key: userId, isGuest: false })
const tooMany = expect.objectContaining({ code: 'request.too_many' })

it('rejects an archive that does not fit into the memory beside the others', () => {
  const archives = new OpenArchives(1000)
  const first = archives.open(owner('ann'))
  first.resize(600)
  const second = archives.open(owner('ben'))
  second.resize(300)
  expect(() => second.resize(500)).toThrow(tooMany)
  second.close()
  first.resize(900)
  first.close()
  archives.open(owner('ben')).resize(500)
})

it('accepts a single archive of any size', () => {
  const archives = new OpenArchives(1000)
  const large = archives.open(owner('ann'))
  large.resize(5000)
  expect(() => archives.open(owner('ben')).resize(1)).toThrow(tooMany)
  large.close()
  archives.open(owner('ben')).resize(1)
})

it('limits the archives of a user and those of a guest', () => {
  for (const [isGuest, maximum] of [
    [false, 8],
    [true, 4],
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
  const archives = new OpenArchives(64 * 1024)
  archives.open(owner('ann')).resize(1)
  const layout = new ZipLayout(archives.open(owner('ben')).resize)
  const entry = { blobId: null, size: 0, modified: 0, crc: null }
  const plan = () => {
    for (let number = 0; number < 10_000; number += 1) layout.add({ ...entry, path: `${number}` })
  }
  expect(plan).toThrow(tooMany)
  expect(layout.count).toBeGreaterThan(100)
})
