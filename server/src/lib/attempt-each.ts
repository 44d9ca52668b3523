/** If so many fail, they have one cause, such as a full disk. */
const MAX_FAILURES = 50

/**
 * Runs work for each item in turn. One that fails does not stop the others.
 * @throws the error of one that failed, or an AggregateError, after all others or when too many failed
 */
export async function attemptEach<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = []
  for await (const item of items) {
    await work(item).catch(error => errors.push(error))
    if (errors.length === MAX_FAILURES) break
  }
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} failed: ${errors[0]}`)
  for (const error of errors) throw error
}
