import { existsSync } from 'node:fs'
import { environment } from './environment.mjs'
import { run, say } from './run.mjs'

/** Installs Debian packages if run as root; callers check afterwards whether the program exists. */
export async function installPackage(...names) {
  if (process.getuid() !== 0 || !existsSync('/usr/bin/apt-get')) return
  say(`Installing the Debian package "${names.join('", "')}" …`)
  const env = { ...environment, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  await run('apt-get', ['install', '-qq', '-y', '--no-install-recommends', ...names], { env })
}
