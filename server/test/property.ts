/** Declared here, because the contract is type-checked without Node's types. */
declare const process: { env: Record<string, string | undefined> }

/** The same cases in every run; other seeds and more runs search further. */
export const searched = (numRuns: number) => ({
  seed: Number(process.env.TEST_SEED ?? 1),
  numRuns: Number(process.env.TEST_RUNS ?? numRuns),
})
