import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hostEnvironment } from './environment.mjs'
import { nodeBinary, root } from './paths.mjs'
import { Refusal, run, say } from './run.mjs'

/** Makes node_modules what package-lock.json says, by `npm ci` when it is not. */
export async function installDependencies() {
  if (dependenciesAreInstalled()) return
  say('Installing dependencies …')
  // devDependencies hold the pinned Node.js and Vite, so NODE_ENV=production must not leave them out.
  // Warnings about the host's Node.js are beside the point, as nothing but npm runs on it.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const code = await run('npm', args, { env: hostEnvironment() })
  if (code !== 0) throw new Refusal(`The dependencies could not be installed (npm ci: ${code}).`)
  if (!existsSync(nodeBinary)) {
    throw new Refusal(
      'npm did not run the install script of the package "node"; allow it, then retry.',
    )
  }
}

/** npm writes what it has installed to a lock file of its own; a run that broke off leaves none. */
function dependenciesAreInstalled() {
  const wanted = readPackages('package-lock.json')
  const installed = readPackages('node_modules/.package-lock.json')
  if (!wanted || !installed || !existsSync(nodeBinary)) return false
  return Object.entries(wanted)
    .filter(([path]) => path.includes('node_modules/'))
    .every(([path, entry]) => isInstalled(entry, installed[path]))
}

function isInstalled(wanted, installed) {
  // Optional packages are those for other platforms.
  if (!installed) return wanted.optional === true
  return wanted.version === installed.version && wanted.integrity === installed.integrity
}

function readPackages(path) {
  const file = join(root, path)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined
}
