import { open } from 'node:fs/promises'

/** Makes the names of new files in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * A new file name is durable once its folder is synced. Calls during a sync share the next one,
 * because only that is sure to include their entry.
 */
export function createFolderSync(): (folder: string) => Promise<void> {
  const running = new Map<string, Promise<void>>()
  const next = new Map<string, Promise<void>>()

  function start(folder: string): Promise<void> {
    const sync = syncFolder(folder).finally(() => {
      if (running.get(folder) === sync) running.delete(folder)
    })
    running.set(folder, sync)
    return sync
  }

  return folder => {
    const current = running.get(folder)
    if (current === undefined) return start(folder)
    const waiting = next.get(folder)
    if (waiting !== undefined) return waiting
    const shared = current
      .catch(() => undefined)
      .then(() => {
        next.delete(folder)
        return start(folder)
      })
    next.set(folder, shared)
    return shared
  }
}
