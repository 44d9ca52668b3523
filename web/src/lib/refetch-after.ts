/** Refetches after a call, also after one that failed, because its answer may be lost. */
export async function refetchAfter(
  call: Promise<unknown>,
  refetch: () => Promise<unknown>,
): Promise<void> {
  try {
    await call
  } finally {
    await refetch()
  }
}
