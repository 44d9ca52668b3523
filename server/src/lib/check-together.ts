/**
 * Turns a check of many keys into one of a single key: the calls of a moment share one check.
 * @param filter returns the keys that pass
 */
export function checkTogether(
  filter: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
): (key: string) => Promise<boolean> {
  let keys = new Set<string>()
  let passing: Promise<ReadonlySet<string>> | undefined

  async function run(): Promise<ReadonlySet<string>> {
    await new Promise(resolve => setImmediate(resolve))
    const all = [...keys]
    keys = new Set()
    passing = undefined
    return filter(all)
  }

  return async key => {
    keys.add(key)
    passing ??= run()
    return (await passing).has(key)
  }
}
