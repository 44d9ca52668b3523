import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

import { start, stop } from './run.mjs'

const RUN = pathToFileURL(resolve(import.meta.dirname, 'run.mjs')).href

/** Prints its process id, and ends with the signal that it received. */
const SERVER = `
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'])
    process.on(signal, () => { console.log(signal); process.exit(7) })
  setInterval(() => undefined, 1000)
  console.log(process.pid)
`
const SCRIPT = `
  import { exitCode, forwardSignals, start } from '${RUN}'
  const server = start(process.execPath, ['-e', process.env.SERVER])
  forwardSignals(server)
  process.exitCode = await exitCode(server)
`

it('stops a child process, and returns at once for one that a signal has ended', async () => {
  const child = start(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'])
  await stop(child)
  expect(child.signalCode).toBe('SIGTERM')
  await stop(child)
})

it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'])(
  'a script forwards %s to its server and ends with it',
  async signal => {
    const env = { ...process.env, SERVER }
    const script = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], { env })
    onTestFinished(() => void script.kill('SIGKILL'))
    let printed = ''
    script.stdout.on('data', text => {
      printed += text
    })
    await expect.poll(() => printed).toMatch(/^\d+\n$/)
    script.kill(signal)
    const [code] = await once(script, 'close')
    expect([code, printed.split('\n')[1]]).toEqual([7, signal])
    expect(() => process.kill(Number.parseInt(printed, 10), 0)).toThrow('ESRCH')
  },
)
