import type { Deps } from '../deps.ts'
import { checkStorage, isUsable } from '../features/stores/index.ts'
import { CommandError } from './command-error.ts'

/** The texts of the checks. */
const CHECKS = {
  reach: 'can be reached with these credentials',
  write: 'stores an object',
  read: 'returns it',
  range: 'returns a range of it',
  list: 'lists objects by prefix',
  missing: 'reports a missing object',
  checksum: 'refuses bytes that differ from their MD5',
  conditional: 'refuses to replace an object (If-None-Match)',
  parts: 'joins the parts of an upload',
  replaced_part: 'refuses to complete with a replaced part',
  complete_twice: 'answers a repeated completion',
  abort: 'aborts an upload',
  small_part: 'refuses small parts',
  remove: 'removes an object',
  remove_many: 'removes many objects in one call',
  versions: 'keeps no versions of removed objects',
  clock: 'has the time of this machine',
} as const

/** @throws CommandError when the bucket cannot be used */
export async function describeStorage(deps: Deps): Promise<string> {
  const check = await checkStorage(deps)
  if (!check)
    return 'Files are stored on disk. Set STORAGE=s3, or choose a provider in the admin area.'
  const { options, rows } = check
  const lines = rows.map(({ check: name, passed, isNeeded, answer }) => {
    const mark = passed ? '✓' : isNeeded ? '✗' : '–'
    return `${mark} ${CHECKS[name]}${answer === null ? '' : `: ${answer}`}`
  })
  const text = [`${options.endpoint}, bucket ${options.bucket}:`, ...lines]
  if (isUsable(rows)) return [...text, 'The bucket can be used.'].join('\n')
  throw new CommandError([...text, 'The bucket cannot be used.'].join('\n'))
}
