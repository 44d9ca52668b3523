import { build } from './lib/build.mjs'
import { installDependencies } from './lib/dependencies.mjs'
import { requireNode } from './lib/node-version.mjs'

/** Installs dependencies and builds server and web app. Fast when nothing has changed. */
export async function ready() {
  await readyToDevelop()
  await build()
}

/** Development only needs the dependencies: Vite builds the web app on demand. */
export async function readyToDevelop() {
  requireNode()
  await installDependencies()
}
