/** The most folders of the next level that an answer includes. */
const MAX_CHILDREN = 500

/** Returns the ids of folders whose children fit into one answer, in order. */
export function fittingBelow(nodes: readonly { id: string; folder_count: number }[]): string[] {
  let remaining = MAX_CHILDREN
  return nodes.flatMap(({ id, folder_count }) => {
    if (folder_count === 0 || folder_count > remaining) return []
    remaining -= folder_count
    return [id]
  })
}
