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
  let failed = 0
  for (const project of projects) {
    const buildInfo = join(cacheFolder, `${project}.tsbuildinfo`)
    const args = ['-p', project, '--incremental', '--tsBuildInfoFile', buildInfo]
    const code = await run('node', [nativeCompiler, ...args], { env: toolEnvironment() })
    if (code !== 0) failed += 1
  }
  process.exitCode = failed === 0 ? 0 : 1
})
