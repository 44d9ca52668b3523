/** As in `biome.json`. */
const LINE_WIDTH = 100

/**
 * Counts replaced words per file.
 *
 * @param {Map<string, { word: string }[]>} matchesByPath
 * @returns {Record<string, Record<string, number>>} path → word → count, without files that have none
 */
export function countWords(matchesByPath) {
  const counts = {}
  for (const [path, matches] of matchesByPath) {
    for (const { word } of matches) {
      counts[path] ??= {}
      counts[path][word] = (counts[path][word] ?? 0) + 1
    }
  }
  return counts
}

/**
 * Files that use a word more often than the baseline, where their whole folder does: text that moves to
 * another file of its folder adds nothing.
 *
 * @returns {{ path: string, word: string }[]}
 */
export function added(baseline, counts) {
  const before = sumByFolder(baseline)
  const now = sumByFolder(counts)
  return entries(counts)
    .filter(({ path, word, count }) => {
      const key = folderKey(path, word)
      return count > (baseline[path]?.[word] ?? 0) && now[key] > (before[key] ?? 0)
    })
    .map(({ path, word }) => ({ path, word }))
}

/** Sums up counts per word and top folder, such as `server/src`. */
export function sumByFolder(counts) {
  const sums = {}
  for (const { path, word, count } of entries(counts)) {
    const key = folderKey(path, word)
    sums[key] = (sums[key] ?? 0) + count
  }
  return sums
}

/**
 * JSON as Biome formats it: sorted, with one line per file where it fits, so that branches that change
 * different files merge.
 */
export function formatBaseline(counts) {
  const paths = Object.keys(counts).sort()
  const entries = paths.map(path => `  ${JSON.stringify(path)}: ${formatWords(counts[path], path)}`)
  return `{\n${entries.join(',\n')}\n}\n`
}

function formatWords(words, path) {
  const members = Object.keys(words)
    .sort()
    .map(word => `${JSON.stringify(word)}: ${words[word]}`)
  const line = `{ ${members.join(', ')} }`
  const fits = `  "${path}": ${line},`.length <= LINE_WIDTH
  return fits ? line : `{\n    ${members.join(',\n    ')}\n  }`
}

function entries(counts) {
  return Object.entries(counts).flatMap(([path, words]) =>
    Object.entries(words).map(([word, count]) => ({ path, word, count })),
  )
}

function folderKey(path, word) {
  return `${path.split('/').slice(0, -1).slice(0, 2).join('/')} ${word}`
}
