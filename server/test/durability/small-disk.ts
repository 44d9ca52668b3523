import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface SmallDisk {
  folder: string
  unmount: () => Promise<void>
}

/** Mounts a small file system. @returns undefined where only root may mount one */
export async function mountSmallDisk(size: string): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'coffer', folder])
  } catch {
    await rm(folder, { recursive: true })
    return undefined
  }
  return {
    folder,
    async unmount() {
      await run('umount', [folder])
      await rm(folder, { recursive: true })
    },
  }
}
