import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installPackage } from './apt.mjs'
import { environment, programFolders } from './environment.mjs'
import { Refusal } from './run.mjs'

/** Preferred: without windows it needs less CPU time. */
const headlessShell = 'chromium-headless-shell'
const browsers = ['chromium', 'chromium-browser', 'google-chrome']

/** The path of a Chromium for the journeys: CHROMIUM_PATH, an installed one, or a new package. */
export async function provideChromium() {
  const named = environment.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return named
    throw new Refusal(`CHROMIUM_PATH names ${named}, which does not exist.`)
  }
  if (!find([headlessShell])) await installPackage(headlessShell)
  if (!find([headlessShell, ...browsers])) await installPackage('chromium')
  const installed = find([headlessShell, ...browsers])
  if (installed) return installed
  throw new Refusal('Chromium is missing: install the package "chromium" or set CHROMIUM_PATH.')
}

function find(names) {
  return names.flatMap(name => programFolders().map(folder => join(folder, name))).find(existsSync)
}
