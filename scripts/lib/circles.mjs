/**
 * A circle in a graph, as the names along it; undefined when there is none.
 * @param {Map<string, Set<string>>} graph
 */
export function findCircle(graph) {
  const done = new Set()
  function walk(node, way) {
    const seen = way.indexOf(node)
    if (seen !== -1) return [...way.slice(seen), node]
    if (done.has(node)) return undefined
    for (const next of graph.get(node) ?? []) {
      const circle = walk(next, [...way, node])
      if (circle) return circle
    }
    done.add(node)
    return undefined
  }
  for (const node of graph.keys()) {
    const circle = walk(node, [])
    if (circle) return circle
  }
  return undefined
}

const featureOf = path => /^server\/src\/features\/([^/]+)\//.exec(path)?.[1]

/** Which feature leans on which, tests left out, from dependency-cruiser's modules. */
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
