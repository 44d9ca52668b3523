import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installPackage } from './apt.mjs'
import { environment, programFolders } from './environment.mjs'
import { Refusal } from './run.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome']

/** The path of a Chromium for the journeys: the one that is named, a system's own, or a fresh one. */
export async function provideChromium() {
  const named = environment.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return named
    throw new Refusal(`CHROMIUM_PATH names ${named}, which does not exist.`)
  }
  if (!findChromium()) await installPackage('chromium')
  const found = findChromium()
  if (found) return found
  throw new Refusal('Chromium is missing: install the package "chromium" or set CHROMIUM_PATH.')
}

function findChromium() {
  return names.flatMap(name => programFolders().map(folder => join(folder, name))).find(existsSync)
}
