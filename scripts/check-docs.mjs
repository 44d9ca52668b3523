import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { missingReferences, symbolsIn } from './lib/doc-references.mjs'
import { root } from './lib/paths.mjs'
import { ignoredFolders, repositoryFiles } from './lib/repository-files.mjs'
import { main, Refusal, say } from './lib/run.mjs'

const DOCUMENT = /^(?:[A-Z]+|docs\/.+)\.md$/
const SOURCE = /\.(?:tsx?|[cm]?js|css|html|ya?ml)$|^\.env\.example$|Dockerfile$/

/** Fails when a document names a path, a code symbol or a script that the repository does not have. */
await main(() => {
  const files = repositoryFiles()
  const repository = {
    paths: new Set(files.flatMap(withFolders)),
    ignored: new Set(ignoredFolders()),
    symbols: new Set(files.filter(isSource).flatMap(path => symbolsIn(read(path)))),
    scripts: new Set(files.filter(path => /(?:^|\/)package\.json$/.test(path)).flatMap(scriptsOf)),
  }
  const documents = files.filter(path => DOCUMENT.test(path))
  const missing = documents.flatMap(path =>
    missingReferences(path, read(path), repository).map(
      ({ name, line }) => `${path}:${line}  ${name}`,
    ),
  )
  if (missing.length > 0)
    throw new Refusal(`Named and not in the repository:\n${missing.join('\n')}`)
  say(`${documents.length} documents name only what exists.`)
})

/** The list of replaced words names symbols that may be gone. */
function isSource(path) {
  return SOURCE.test(path) && path !== 'scripts/lib/replaced-words.mjs'
}

/** A path and the folders above it. */
function withFolders(path) {
  const folder = dirname(path)
  return folder === '.' ? [path] : [path, ...withFolders(folder)]
}

function scriptsOf(path) {
  return Object.keys(JSON.parse(read(path)).scripts ?? {})
}

function read(path) {
  return readFileSync(join(root, path), 'utf8')
}
