import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { nodeBinary } from '../../scripts/lib/paths.mjs'

/**
 * Runs a task against a server in a new client process.
 * @param onRunning called when all requests are built and the first byte is sent
 */
export const runClient = ({ adapter, origin, session }, task, onRunning) => {
  const { name, client = name } = adapter
  return forkClient('client.mjs', name, { ...task, adapter: client, origin, session }, onRunning)
}

/** Runs a program of this folder that does one task. */
export function forkClient(program, name, task, onRunning) {
  const file = fileURLToPath(new URL(program, import.meta.url))
  // `advanced` transfers buffers unchanged.
  const child = fork(file, { execPath: nodeBinary, execArgv: [], serialization: 'advanced' })
  return new Promise((resolve, reject) => {
    child.on('message', ({ isRunning, result, error }) => {
      if (isRunning) onRunning?.()
      else if (error === undefined) resolve(result)
      else reject(new Error(`${name}: ${error}`))
    })
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`The client ended early (${code})`)))
    child.send(task)
  })
}
