import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, it } from 'vitest'
import { type Disruption, disrupt } from './disruption.ts'
import { noFigures } from './figures.ts'
import { createInstallation } from './installation.ts'
import { mountSmallDisk } from './small-disk.ts'

const run = promisify(execFile)
const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

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

/** Writes beyond the first bytes fail, so that every write ends in the middle. */
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
  const installation = await createInstallation(2, within === undefined ? {} : { within })
  undo.push(installation.remove)
  const figures = noFigures()
  const { violations } = await disrupt(installation, disruption, figures)
  return { violations, figures }
}

it('interrupted writes are reported, leave nothing visible, and work again afterwards', async () => {
  const { violations, figures } = await disruptedBy(fileLimit)
  expect(violations).toEqual([])
  expect(figures['requests refused']).toBeGreaterThan(0)
})

it('a full disk is reported, leaves nothing visible, and works again once space is free', async test => {
  const disk = await mountSmallDisk('48m')
  if (!disk) return test.skip('Only root can mount a small disk.')
  undo.push(disk.unmount)
  const { violations } = await disruptedBy(fullDisk, disk.folder)
  expect(violations).toEqual([])
})
