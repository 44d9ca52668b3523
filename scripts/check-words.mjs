import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findReplaced } from './lib/find-replaced.mjs'
import { root } from './lib/paths.mjs'
import { repositoryFiles } from './lib/repository-files.mjs'
import { main, Refusal, say } from './lib/run.mjs'
import { added, countWords, formatBaseline, sumByFolder } from './lib/words-baseline.mjs'

const OPTIONS = {
  update: { type: 'boolean' },
  'allow-more': { type: 'boolean' },
  list: { type: 'string' },
}
const BASELINE = 'scripts/words-baseline.json'
const CHECKED = /\.(tsx?|[cm]?js|md|css|html|ya?ml)$|^\.env\.example$|Dockerfile$/
/** Spanish, a list of passwords, and the files whose subject is the replaced words. */
const EXCLUDED = [
  /^contract\/src\/translations\/es\//,
  /^server\/src\/features\/account\/common-passwords\.ts$/,
  /^scripts\/lib\/replaced-words\.mjs$/,
  /^scripts\/check-words\.test\.mjs$/,
]

/** Fails when a folder uses a replaced word more often than the committed baseline allows. */
await main(() => {
  const matches = new Map(
    repositoryFiles()
      .filter(isChecked)
      .map(path => [path, findReplaced(path, read(path))]),
  )
  const { values } = parseArgs({ options: OPTIONS })
  if (values.list !== undefined) return say(list(matches, values.list))
  const counts = countWords(matches)
  const baseline = JSON.parse(read(BASELINE))
  const more = added(baseline, counts)
  if (more.length > 0 && !(values.update && values['allow-more'])) {
    throw new Refusal(describe(more, matches))
  }
  if (values.update) writeFileSync(join(root, BASELINE), formatBaseline(counts))
  const total = sum(counts)
  const fewer = sum(baseline) - total
  say(`${total} words to replace in ${matches.size} files.`)
  if (!values.update && fewer > 0)
    say(`${fewer} fewer than the baseline: npm run words -- --update`)
})

/** Lists every use below a folder. */
function list(matches, folder) {
  const below = [...matches].filter(([path]) => path.startsWith(folder))
  return below.flatMap(([path, uses]) => uses.map(use => formatUse(path, use))).join('\n')
}

function formatUse(path, { line, word, use }) {
  return `${path}:${line}  “${word}”: use ${use}`
}

function isChecked(path) {
  return CHECKED.test(path) && !EXCLUDED.some(excluded => excluded.test(path))
}

function describe(more, matches) {
  const lines = more.flatMap(({ path, word }) =>
    matches
      .get(path)
      .filter(match => match.word === word)
      .map(match => formatUse(path, match)),
  )
  return `Words to replace, more often than ${BASELINE} allows:\n${lines.join('\n')}`
}

function sum(counts) {
  return Object.values(sumByFolder(counts)).reduce((total, count) => total + count, 0)
}

function read(path) {
  return readFileSync(join(root, path), 'utf8')
}
