import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hostEnvironment } from './environment.mjs'
import { nodeBinary, root } from './paths.mjs'
import { Refusal, run, say } from './run.mjs'

/** Runs `npm ci` when node_modules does not match package-lock.json. */
export async function installDependencies() {
  if (dependenciesAreInstalled()) return
  say('Installing dependencies …')
  // devDependencies hold the pinned Node.js and Vite, so NODE_ENV=production must not leave them out.
  // Warnings about the host's Node.js are irrelevant: only npm runs on it.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const code = await run('npm', args, { env: hostEnvironment() })
  if (code !== 0) throw new Refusal(`The dependencies could not be installed (npm ci: ${code}).`)
  if (!existsSync(nodeBinary)) {
    throw new Refusal(
      'npm did not run the install script of the package "node"; allow it, then retry.',
    )
  }
}

/** npm records installed packages in its own lock file; an interrupted run leaves none. */
function dependenciesAreInstalled() {
  const required = readPackages('package-lock.json')
  const installed = readPackages('node_modules/.package-lock.json')
  if (!required || !installed || !existsSync(nodeBinary)) return false
  return Object.entries(required)
    .filter(([path]) => path.includes('node_modules/'))
    .every(([path, entry]) => isInstalled(entry, installed[path]))
}

function isInstalled(required, installed) {
  // Optional packages for other platforms are not installed.
  if (!installed) return required.optional === true
  return required.version === installed.version && required.integrity === installed.integrity
}

function readPackages(path) {
  const file = join(root, path)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined
}
