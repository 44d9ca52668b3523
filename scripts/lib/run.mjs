import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { root } from './paths.mjs'

/** An error that the user can fix: printed without a stack trace. */
export class Refusal extends Error {}

export function say(line) {
  process.stdout.write(`${line}\n`)
}

/** Runs a script's main function and turns errors into a message and an exit code. */
export async function main(task) {
  try {
    await task()
  } catch (error) {
    process.stderr.write(`${error instanceof Refusal ? error.message : error.stack}\n`)
    process.exit(1)
  }
}

/** Starts a command in the repository's root; its output goes straight to the terminal. */
export function start(command, args, options = {}) {
  return spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
}

/** Signals that end a script, or reload a server. */
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']

/** Passes on signals that would otherwise only end the script. */
export function forwardSignals(child) {
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
}

/** Waits for a child process; a signal becomes the exit code that a shell would give it. */
export function exitCode(child) {
  return new Promise((resolve, reject) => {
    child.once('error', error => reject(startError(child, error)))
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}

/** Stops a child process, unless it has ended, and waits for its end. */
export async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

export function run(command, args, options) {
  return exitCode(start(command, args, options))
}

function startError(child, error) {
  return error.code === 'ENOENT' ? new Refusal(`${child.spawnfile} is missing.`) : error
}
