import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { nodeBinary } from '../../scripts/lib/paths.mjs'

const program = fileURLToPath(new URL('client.mjs', import.meta.url))

/**
 * Runs a task against a server in a new client process.
 * @param onRunning called when all requests are built and the first byte is sent
 */
export function runClient({ adapter, origin, session }, task, onRunning) {
  // `advanced` transfers buffers unchanged.
  const child = fork(program, { execPath: nodeBinary, execArgv: [], serialization: 'advanced' })
  return new Promise((resolve, reject) => {
    child.on('message', ({ isRunning, result, error }) => {
      if (isRunning) onRunning?.()
      else if (error === undefined) resolve(result)
      else reject(new Error(`${adapter.name}: ${error}`))
    })
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`The client ended early (${code})`)))
    child.send({ ...task, adapter: adapter.name, origin, session })
  })
}
