import { delimiter, join } from 'node:path'
import { root } from './paths.mjs'

// The only reader of the environment among the scripts.
export const environment = process.env

const binFolder = join('node_modules', '.bin')
const folders = (environment.PATH ?? '').split(delimiter).filter(Boolean)

/** For our tools: `#!/usr/bin/env node` finds the pinned Node.js first. */
export function toolEnvironment(extra = {}) {
  const path = [join(root, binFolder), ...folders].join(delimiter)
  return { ...environment, PATH: path, ...extra }
}

/** For `npm ci`, which removes node_modules, so it must not run a program from there. */
export function hostEnvironment() {
  const path = folders.filter(folder => !folder.endsWith(binFolder)).join(delimiter)
  return { ...environment, PATH: path }
}

/** For servers with data of their own: no variable of the operator's shell leads them to other data. */
export const isolatedEnvironment = extra => ({ PATH: environment.PATH, ...extra })

/** All folders where a system program can be installed. */
export function programFolders() {
  return [...folders, '/usr/local/bin', '/usr/bin', '/usr/sbin', '/bin', '/sbin']
}
