import { readFile } from 'node:fs/promises'

const VERSION_PATTERN = /\d+\.\d+\.\d+/

const partsOf = (version: string): number[] => version.split('.').map(Number)

/** Compares two versions of three numbers. */
export function isNewer(version: string, than: string): boolean {
  const own = partsOf(than)
  const difference = partsOf(version).map((part, index) => part - (own[index] ?? 0))
  return (difference.find(part => part !== 0) ?? 0) > 0
}

/** Reads the version in a file of the operator; null without a file, or if it is not newer. */
export async function findNewerVersion(
  file: string | undefined,
  current: string,
): Promise<string | null> {
  if (file === undefined) return null
  const text = await readFile(file, 'utf8').catch(() => '')
  const version = VERSION_PATTERN.exec(text)?.[0]
  return version !== undefined && isNewer(version, current) ? version : null
}
