import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { programFolders } from '../../scripts/lib/environment.mjs'

export const findProgram = name =>
  programFolders()
    .map(folder => join(folder, name))
    .find(existsSync)

/** Returns why a peer can't run: its program is missing. */
export const missingProgram = (name, debianPackage) =>
  findProgram(name) ? undefined : `no ${name} here (apt-get install ${debianPackage})`

/** Returns the version number from the first line of a program's output. */
export function versionOf(name, ...args) {
  const { stdout, stderr } = spawnSync(findProgram(name), args, { encoding: 'utf8' })
  return /\d+(\.\d+)+/.exec(stdout + stderr)?.[0] ?? '?'
}

const require = createRequire(import.meta.url)

export function packageFolder(name) {
  const folder = join(import.meta.dirname, '..', 'node_modules', name)
  return existsSync(folder) ? folder : undefined
}

export const missingPackage = name =>
  packageFolder(name) ? undefined : 'not installed (npm ci --prefix bench)'

export const packageVersion = name => require(join(packageFolder(name), 'package.json')).version
