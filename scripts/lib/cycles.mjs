/**
 * Finds a cycle in a graph.
 *
 * @param {Map<string, Set<string>>} graph
 * @returns {string[] | undefined} the names along the cycle
 */
export function findCycle(graph) {
  const done = new Set()
  function walk(node, path) {
    const seen = path.indexOf(node)
    if (seen !== -1) return [...path.slice(seen), node]
    if (done.has(node)) return undefined
    for (const next of graph.get(node) ?? []) {
      const cycle = walk(next, [...path, node])
      if (cycle) return cycle
    }
    done.add(node)
    return undefined
  }
  for (const node of graph.keys()) {
    const cycle = walk(node, [])
    if (cycle) return cycle
  }
  return undefined
}

const featureOf = path => /^server\/src\/features\/([^/]+)\//.exec(path)?.[1]

/** Maps each feature to the features it imports, without tests, from dependency-cruiser's modules. */
export function featureGraph(modules) {
  const graph = new Map()
  for (const { source, dependencies } of modules) {
    const from = featureOf(source)
    if (!from || source.includes('.test.')) continue
    const targets = dependencies.map(({ resolved }) => featureOf(resolved))
    const others = targets.filter(to => to && to !== from)
    graph.set(from, new Set([...(graph.get(from) ?? []), ...others]))
  }
  return graph
}
