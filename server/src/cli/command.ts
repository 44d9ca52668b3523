import type { Migrating } from '../create-deps.ts'
import type { Deps } from '../deps.ts'

export interface Command {
  /** The command as typed, with arguments in angle brackets. */
  usage: string
  description: string
  /** How it changes the schema before it runs; by default it needs an installation. */
  migrating?: Migrating
  /** Returns the message shown afterwards. */
  run: (deps: Deps, args: readonly string[]) => Promise<string>
}
