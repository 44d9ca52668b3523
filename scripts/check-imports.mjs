import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { featureGraph, findCycle } from './lib/cycles.mjs'
import { toolEnvironment } from './lib/environment.mjs'
import { root } from './lib/paths.mjs'
import { main, Refusal, run, say } from './lib/run.mjs'

const sources = ['contract/src', 'server/src', 'web/src']

/** Checks the rules of `.dependency-cruiser.cjs`, and that features do not depend on each other in cycles. */
await main(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-imports-'))
  try {
    const result = join(folder, 'result.json')
    await cruise(result)
    const { modules } = JSON.parse(readFileSync(result, 'utf8'))
    requireAllRead(modules)
    requireNoCycles(modules)
    process.exitCode = await showViolations(result)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

async function cruise(result) {
  const output = ['--output-type', 'json', '--output-to', result]
  const args = [...sources, '--config', '.dependency-cruiser.cjs', ...output]
  const code = await run('depcruise', args, { env: toolEnvironment() })
  if (code !== 0) throw new Refusal(`dependency-cruiser failed (${code}).`)
}

/** dependency-cruiser reports success when it finds no modules, for example with an unsupported TypeScript. */
function requireAllRead(modules) {
  const files = sources.flatMap(typescriptFiles)
  const read = new Set(modules.map(module => module.source))
  const unread = files.filter(file => !read.has(file))
  if (files.length > 0 && unread.length === 0) return say(`${files.length} files read.`)
  throw new Refusal(
    `dependency-cruiser read ${files.length - unread.length} of ${files.length} files.\n${unread.join('\n')}`,
  )
}

/** dependency-cruiser only finds cycles of files, not of features. */
function requireNoCycles(modules) {
  const cycle = findCycle(featureGraph(modules))
  if (cycle) throw new Refusal(`Features depend on each other in a cycle: ${cycle.join(' → ')}`)
}

function typescriptFiles(folder) {
  const names = readdirSync(join(root, folder), { recursive: true })
  return names.filter(name => /\.tsx?$/.test(name)).map(name => join(folder, name))
}

function showViolations(result) {
  const args = ['--output-type', 'err-long', '--exit-code', result]
  return run('depcruise-fmt', args, { env: toolEnvironment() })
}
