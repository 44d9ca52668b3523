import type { Migrating } from '../create-deps.ts'
import type { Deps } from '../deps.ts'

export interface Command {
  /** The command as typed, with arguments in angle brackets. */
  usage: string
  description: string
  /** What it may do to the schema before it runs; by default it needs an installation. */
  migrating?: Migrating
  /** Returns the message shown afterwards. */
  run: (deps: Deps, args: readonly string[]) => Promise<string>
}
