import { build } from './lib/build.mjs'
import { installDependencies } from './lib/dependencies.mjs'
import { requireNode } from './lib/node-version.mjs'

/** All that a fresh clone lacks: dependencies and the built server and web app. Quick when nothing has changed. */
export async function ready() {
  await readyToDevelop()
  await build()
}

/** Vite builds the web app as it is asked for it, so development needs the dependencies alone. */
export async function readyToDevelop() {
  requireNode()
  await installDependencies()
}
