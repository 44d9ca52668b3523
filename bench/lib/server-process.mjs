import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const START_LIMIT_MS = 30_000
const POLL_MS = 2

/**
 * Starts a server and waits for its first response with any status.
 * @returns the process, its start time and a function that stops it
 */
export async function startServer({ command, args, port, folder, env = {}, path = '/' }) {
  const logFile = join(folder, 'server.log')
  const log = openSync(logFile, 'a')
  const startedAt = performance.now()
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  let ended = false
  const end = once(child, 'exit').catch(() => undefined)
  end.then(() => {
    ended = true
  })
  const origin = `http://127.0.0.1:${port}`
  const server = {
    origin,
    pid: child.pid,
    startMs: 0,
    async stop() {
      child.kill('SIGTERM')
      await Promise.race([end, pause(5000, undefined, { ref: false })])
      if (!ended) child.kill('SIGKILL')
      await end
    },
  }
  while (!(await answers(origin + path))) {
    if (ended || performance.now() - startedAt > START_LIMIT_MS) {
      await server.stop()
      throw new Error(`it did not start: ${lastLines(logFile)}`)
    }
    await pause(POLL_MS)
  }
  server.startMs = performance.now() - startedAt
  return server
}

const answers = url =>
  new Promise(resolve => {
    const request = get(url, { agent: false }, response => {
      response.resume()
      resolve(true)
    })
    request.on('error', () => resolve(false))
  })

const lastLines = file => readFileSync(file, 'utf8').trim().split('\n').slice(-3).join(' | ')
