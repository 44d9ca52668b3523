import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { nodeBinary } from '../../scripts/lib/paths.mjs'

const program = fileURLToPath(new URL('client.mjs', import.meta.url))

/**
 * Has a fresh client process do a task against a server.
 * @param onUnderWay told once everything is built and the first byte is sent
 */
export function runClient({ adapter, origin, session }, task, onUnderWay) {
  // `advanced` carries bytes as bytes.
  const child = fork(program, { execPath: nodeBinary, execArgv: [], serialization: 'advanced' })
  return new Promise((resolve, reject) => {
    child.on('message', ({ isUnderWay, result, error }) => {
      if (isUnderWay) onUnderWay?.()
      else if (error === undefined) resolve(result)
      else reject(new Error(`${adapter.name}: ${error}`))
    })
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`The client ended early (${code})`)))
    child.send({ ...task, adapter: adapter.name, origin, session })
  })
}
