/** Rejects with the error when work takes longer than `ms` milliseconds. */
export async function inTime<T>(ms: number, work: Promise<T>, tooLate: () => Error): Promise<T> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(tooLate()), ms)
  try {
    return await Promise.race([work, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}
