import { join } from 'node:path'
import { toolEnvironment } from './lib/environment.mjs'
import { root } from './lib/paths.mjs'
import { main, run } from './lib/run.mjs'

const projects = ['contract', 'server', 'web', 'e2e']

// Both compilers call their program `tsc`, and dependency-cruiser needs the older one's API.
const nativeCompiler = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc')
const cacheFolder = join(root, 'node_modules', '.cache', 'types')

/** Type-checks every workspace with the native compiler, reading only what changed since last time. */
await main(async () => {
  const codes = await Promise.all(projects.map(checkTypes))
  process.exitCode = codes.every(code => code === 0) ? 0 : 1
})

/** By one thread, as each further one computes the types that it needs again. */
function checkTypes(project) {
  const buildInfo = join(cacheFolder, `${project}.tsbuildinfo`)
  const args = ['-p', project, '--checkers', '1', '--incremental', '--tsBuildInfoFile', buildInfo]
  return run('node', [nativeCompiler, ...args], { env: toolEnvironment() })
}
