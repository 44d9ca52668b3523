/** Splits a list, because statements allow a limited number of parameters. */
export const inBatches = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  )

/** Collects what is listed step by step into batches. */
export async function* collectBatches<T>(all: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const element of all) {
    batch.push(element)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Splits a list into batches of a limited total weight; a heavier element gets its own batch. */
export function inWeightedBatches<T>(
  all: readonly T[],
  limit: number,
  weightOf: (element: T) => number,
): T[][] {
  const batches: T[][] = []
  let total = Number.POSITIVE_INFINITY
  for (const element of all) {
    total += weightOf(element)
    if (total > limit) {
      batches.push([])
      total = weightOf(element)
    }
    batches.at(-1)?.push(element)
  }
  return batches
}
