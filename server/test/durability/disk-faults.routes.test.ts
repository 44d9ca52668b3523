import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, it } from 'vitest'
import { type Disruption, disrupt } from './disruption.ts'
import { noFigures } from './figures.ts'
import { createInstallation } from './installation.ts'

const run = promisify(execFile)
const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

/** A file system of its own that can be filled up, which only root can mount. */
async function mountSmallDisk(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-disk-'))
  undo.push(() => rm(folder, { recursive: true }))
  await run('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'coffer', folder])
  undo.push(() => run('umount', [folder]))
  return folder
}

const fullDisk: Disruption = {
  name: 'full disk',
  expected: ['storage.full'],
  isTotal: true,
  async begin(_, { folder }) {
    const filler = join(folder, 'filler')
    await expect(writeFile(filler, Buffer.alloc(64 * 1024 * 1024))).rejects.toThrow('ENOSPC')
    return async () => {
      await rm(filler)
      return undefined
    }
  },
}

/** The first bytes of a content are taken, the rest is not: every write ends in the middle. */
const fileLimit: Disruption = {
  name: 'file limit',
  expected: ['storage.unavailable'],
  isTotal: false,
  async begin({ pid }) {
    const limit = (bytes: string) => run('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`])
    await limit('4096')
    return async () => {
      await limit('unlimited')
      return undefined
    }
  },
}

async function disruptedBy(disruption: Disruption, within?: string) {
  const installation = await createInstallation(2, within)
  undo.push(installation.remove)
  const figures = noFigures()
  const { wrong } = await disrupt(installation, disruption, figures)
  return { wrong, figures }
}

it('writes that break off in the middle are answered as such, leave nothing visible, and work again afterwards', async () => {
  const { wrong, figures } = await disruptedBy(fileLimit)
  expect(wrong).toEqual([])
  expect(figures['requests refused']).toBeGreaterThan(0)
})

it('a full disk is answered as such, leaves nothing visible, and works again once there is room', async test => {
  const disk = await mountSmallDisk().catch(() => undefined)
  if (disk === undefined) return test.skip('Only root can mount a small disk.')
  const { wrong } = await disruptedBy(fullDisk, disk)
  expect(wrong).toEqual([])
})
