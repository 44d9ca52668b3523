import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { runClient } from './run-client.mjs'

/** Starts servers, each in its own folder below a temporary folder that is deleted at the end. */
export function openStage(parent) {
  const folder = mkdtempSync(join(parent, 'coffer-bench-'))
  // Servers that drop root privileges must be able to reach their folders.
  chmodSync(folder, 0o711)
  const running = new Set()

  /** Starts a server; starting the same name again reuses its data. */
  async function start(adapter, name = adapter.name) {
    const own = join(folder, name)
    mkdirSync(own, { recursive: true })
    const server = await adapter.start({ folder: own, port: await freePort() })
    running.add(server)
    const session = await adapter.open?.(server.origin)
    const peer = { adapter, origin: server.origin, session }
    return {
      ...peer,
      folder: own,
      pid: server.pid,
      startMs: server.startMs,
      client: (task, onRunning) => runClient(peer, task, onRunning),
      async stop() {
        running.delete(server)
        await server.stop()
      },
    }
  }

  return {
    folder,
    start,
    async close() {
      await Promise.all([...running].map(server => server.stop()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
