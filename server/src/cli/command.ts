import type { Deps } from '../deps.ts'

export interface Command {
  /** The command as typed, with arguments in angle brackets. */
  usage: string
  description: string
  /** Returns the message shown afterwards. */
  run: (deps: Deps, args: readonly string[]) => Promise<string>
}
