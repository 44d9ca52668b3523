import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'

/** Lists the paths of the repository's files, without the folders of `.gitignore`; needs no git. */
export function repositoryFiles() {
  return filesBelow('', new Set(['.git', ...ignoredFolders()])).sort()
}

/** Names and paths of folders that are not part of the repository. */
export function ignoredFolders() {
  return readFileSync(join(root, '.gitignore'), 'utf8')
    .split('\n')
    .filter(line => line.endsWith('/'))
    .map(line => line.slice(0, -1))
}

function filesBelow(folder, ignored) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (ignored.has(entry.name) || ignored.has(path)) return []
    return entry.isDirectory() ? filesBelow(path, ignored) : [path]
  })
}
