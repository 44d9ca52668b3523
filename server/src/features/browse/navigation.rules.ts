/** Of the level below those that are shown, no more folders than this come along. */
const MOST_BELOW = 500

/** Those whose folders fit into one answer together, the first of them first. */
export function fittingBelow(nodes: readonly { id: string; folder_count: number }[]): string[] {
  let room = MOST_BELOW
  return nodes.flatMap(({ id, folder_count }) => {
    if (folder_count === 0 || folder_count > room) return []
    room -= folder_count
    return [id]
  })
}
