import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findProgram } from './programs.mjs'

const run = promisify(execFile)

/**
 * Requests the same URL over many connections for some seconds.
 * @returns responses per second; throws if any of them failed
 */
export async function load({ url, headers = {}, connections, seconds }) {
  const wrk = findProgram('wrk')
  return wrk
    ? loadByWrk(wrk, { url, headers, connections, seconds })
    : loadByAutocannon({ url, headers, connections, seconds })
}

export const loadProgram = () => (findProgram('wrk') ? 'wrk' : 'autocannon')

async function loadByWrk(wrk, { url, headers, connections, seconds }) {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const size = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`]
  const { stdout } = await run(wrk, [...size, ...given, url])
  const failed = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1]
  if (failed) throw new Error(`${url} failed ${failed} times`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}

async function loadByAutocannon({ url, headers, connections, seconds }) {
  const { default: autocannon } = await import('autocannon')
  const result = await autocannon({ url, headers, connections, duration: seconds })
  if (result.non2xx + result.errors > 0) throw new Error(`${url} failed ${result.non2xx} times`)
  return result.requests.average
}
