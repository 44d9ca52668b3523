import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { featureGraph, findCircle } from './lib/circles.mjs'
import { toolEnvironment } from './lib/environment.mjs'
import { root } from './lib/paths.mjs'
import { main, Refusal, run, say } from './lib/run.mjs'

const sources = ['contract/src', 'server/src', 'web/src']

await main(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-arrows-'))
  try {
    const result = join(folder, 'result.json')
    await cruise(result)
    const { modules } = JSON.parse(readFileSync(result, 'utf8'))
    requireAllRead(modules)
    requireNoCircles(modules)
    process.exitCode = await showViolations(result)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

async function cruise(result) {
  const output = ['--output-type', 'json', '--output-to', result]
  const args = [...sources, '--config', '.dependency-cruiser.cjs', ...output]
  const code = await run('depcruise', args, { env: toolEnvironment() })
  if (code !== 0) throw new Refusal(`dependency-cruiser broke off (${code}).`)
}

/** With a TypeScript that it can't read, dependency-cruiser finds no modules and calls that a success. */
function requireAllRead(modules) {
  const files = sources.flatMap(typescriptFiles)
  const read = new Set(modules.map(module => module.source))
  const unread = files.filter(file => !read.has(file))
  if (files.length > 0 && unread.length === 0) return say(`${files.length} files read.`)
  throw new Refusal(
    `dependency-cruiser read ${files.length - unread.length} of ${files.length} files.\n${unread.join('\n')}`,
  )
}

/** Features may lean on each other in one direction only; dependency-cruiser sees files, not features. */
function requireNoCircles(modules) {
  const circle = findCircle(featureGraph(modules))
  if (circle) throw new Refusal(`Features lean on each other in a circle: ${circle.join(' → ')}`)
}

function typescriptFiles(folder) {
  const names = readdirSync(join(root, folder), { recursive: true })
  return names.filter(name => /\.tsx?$/.test(name)).map(name => join(folder, name))
}

function showViolations(result) {
  const args = ['--output-type', 'err-long', '--exit-code', result]
  return run('depcruise-fmt', args, { env: toolEnvironment() })
}
