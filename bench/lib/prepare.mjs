import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { hostEnvironment } from '../../scripts/lib/environment.mjs'
import { run, say } from '../../scripts/lib/run.mjs'
import { ready } from '../../scripts/ready.mjs'

const bench = join(import.meta.dirname, '..')

/** Coffer as `npm start` would have it, and the peers that npm brings; those may be missing. */
export async function prepare() {
  await ready()
  if (existsSync(join(bench, 'node_modules', '.package-lock.json'))) return
  say('Installing the peers …')
  // Install scripts bring nothing that is measured.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', args, { cwd: bench, env: hostEnvironment() })
}
