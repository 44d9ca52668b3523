/** Asks for rows with an id after the given one, in order of their ids. */
export interface Page {
  after: string
  limit: number
}

const PAGE_ROWS = 200

/** Yields all rows, or those after an id, in pages. */
export async function* pagesOf<T extends { id: string }>(
  find: (page: Page) => Promise<T[]>,
  limit = PAGE_ROWS,
  afterId = '',
): AsyncGenerator<T[]> {
  for (let after = afterId; ; ) {
    const rows = await find({ after, limit })
    const last = rows.at(-1)
    if (!last) return
    yield rows
    if (rows.length < limit) return
    after = last.id
  }
}

/** Yields all rows one by one, and reads them in pages. */
export async function* rowsOf<T extends { id: string }>(
  find: (page: Page) => Promise<T[]>,
): AsyncGenerator<T> {
  for await (const rows of pagesOf(find)) yield* rows
}
