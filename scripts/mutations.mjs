import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { toolEnvironment } from './lib/environment.mjs'
import { broken, mutations } from './lib/mutations.mjs'
import { root } from './lib/paths.mjs'
import { main, run, say } from './lib/run.mjs'

/**
 * Breaks each rule of `lib/mutations.mjs` in a copy of the repository and runs the tests that have to
 * fail, on SQLite. `npm run mutations [-- words]` runs those whose area or rule contains the words; with
 * `--tree folder` it uses a copy of another checkout.
 */
await main(async () => {
  const args = process.argv.slice(2)
  const tree = args[0] === '--tree' ? args.splice(0, 2)[1] : root
  const selected = mutations.filter(({ area, rule }) => `${area} ${rule}`.includes(args.join(' ')))
  const copy = copyOf(tree)
  const outcomes = []
  try {
    for (const mutation of selected)
      outcomes.push({ mutation, outcome: await tryOut(copy, mutation) })
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  for (const { mutation, outcome } of outcomes)
    say(`${outcome.noticed ? '✓' : '✗'} ${mutation.area}: ${mutation.rule} (${outcome.says})`)
  const noticed = outcomes.filter(({ outcome }) => outcome.noticed).length
  say(`\n${noticed} of ${outcomes.length} broken rules were noticed`)
  if (noticed < outcomes.length || noticed === 0) process.exitCode = 1
})

async function tryOut(copy, mutation) {
  const path = join(copy, mutation.file)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const changed = broken(text, mutation)
  if (changed === undefined) return { noticed: false, says: `not found in ${mutation.file}` }
  writeFileSync(path, changed)
  try {
    const failed = await failuresOf(copy, mutation)
    return { noticed: failed > 0, says: failed > 0 ? 'noticed' : 'no test failed' }
  } finally {
    writeFileSync(path, text)
  }
}

/** Counts failed tests, up to the first. A copy that does not load has no failed test. */
async function failuresOf(copy, { tests, named }) {
  const report = join(copy, 'mutation.json')
  rmSync(report, { force: true })
  const reporter = ['--reporter=json', `--outputFile.json=${report}`]
  const filter = named ? ['--testNamePattern', named] : []
  await run(
    'vitest',
    ['run', '--project', 'sqlite', '--bail=1', ...reporter, ...filter, ...tests],
    {
      cwd: copy,
      env: toolEnvironment(),
      stdio: 'ignore',
    },
  )
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).numFailedTests : 0
}

/** Copies files that Git tracks or would add, and links packages; our own packages must resolve into the copy. */
function copyOf(tree) {
  const copy = mkdtempSync(join(tmpdir(), 'coffer-mutations-'))
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', list, { cwd: tree, encoding: 'utf8' }).split('\0')
  for (const file of files.filter(name => name && existsSync(join(tree, name)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(tree, file), join(copy, file))
  }
  for (const workspace of ['.', 'contract', 'server', 'web', 'e2e'])
    linkPackages(join(tree, workspace, 'node_modules'), join(copy, workspace, 'node_modules'))
  return copy
}

function linkPackages(from, to) {
  if (!existsSync(from)) return
  mkdirSync(to)
  for (const name of readdirSync(from).filter(entry => !entry.startsWith('.vite')))
    if (name === '@coffer')
      cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true })
    else symlinkSync(join(from, name), join(to, name))
}
