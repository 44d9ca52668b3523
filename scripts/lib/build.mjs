import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toolEnvironment } from './environment.mjs'
import { root } from './paths.mjs'
import { Refusal, run, say } from './run.mjs'

const inputs = ['server', 'web', 'contract', 'package-lock.json', 'tsconfig.base.json']
const notInputs = /^(node_modules|dist|test|.*\.test\.tsx?)$/

/** The stamps are inside `dist`, so removing or rebuilding it removes its stamp too. */
const stamps = ['server', 'web'].map(name => join(root, name, 'dist', '.inputs'))

/** Builds the server and the web app, unless both were made from exactly these files. */
export async function build() {
  const now = fingerprint()
  if (stamps.every(stamp => existsSync(stamp) && readFileSync(stamp, 'utf8') === now)) return
  say('Building Coffer …')
  const code = await run('npm', ['run', '--silent', 'build'], { env: toolEnvironment() })
  if (code !== 0) throw new Refusal(`Coffer could not be built (npm run build: ${code}).`)
  for (const stamp of stamps) writeFileSync(stamp, now)
}

/** Hashes names, sizes and times instead of contents, so that a start without changes is fast. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(input => filesBelow(join(root, input)))) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

function filesBelow(path) {
  if (statSync(path).isFile()) return [path]
  const names = readdirSync(path).filter(name => !notInputs.test(name))
  return names.sort().flatMap(name => filesBelow(join(path, name)))
}
