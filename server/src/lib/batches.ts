/** Splits a list, because statements allow a limited number of parameters. */
export const inBatches = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  )
