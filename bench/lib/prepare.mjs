import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { hostEnvironment } from '../../scripts/lib/environment.mjs'
import { run, say } from '../../scripts/lib/run.mjs'
import { ready } from '../../scripts/ready.mjs'

const bench = join(import.meta.dirname, '..')

/** Builds Coffer like `npm start` and installs the peers from npm; those may be missing. */
export async function prepare() {
  await ready()
  if (existsSync(join(bench, 'node_modules', '.package-lock.json'))) return
  say('Installing the peers …')
  // Install scripts do not affect the measurements.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', args, { cwd: bench, env: hostEnvironment() })
}
