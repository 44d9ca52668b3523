import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { signOutAll, signOutEmail } from '../features/auth/index.ts'
import { Catalogue, seedTypes } from '../features/document-types/index.ts'

/** A mistake of the operator; its message is the line they see. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

interface Command {
  /** The command as typed, with arguments in angle brackets. */
  usage: string
  description: string
  /** Returns the message shown afterwards. */
  run: (deps: Deps, args: readonly string[]) => Promise<string>
}

async function readCatalogue(file: string): Promise<Catalogue> {
  try {
    return Catalogue.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : (cause as Error).message
    throw new CommandError(`${file} can't be used: ${reason}`, { cause })
  }
}

const COMMANDS: readonly Command[] = [
  {
    usage: 'documents seed <file.json>',
    description: 'imports document types and subcategories; existing ones stay',
    async run(deps, [file = '']) {
      const count = await seedTypes(deps, await readCatalogue(file))
      return `${count} document types and subcategories were added or got further fields.`
    },
  },
  {
    usage: 'sign-out <address>',
    description:
      'ends every session of one account; `all` ends those of all; open pages close within half a minute',
    async run(deps, [address = '']) {
      if (address === 'all') {
        await signOutAll(deps)
        return 'All accounts are signed out.'
      }
      if (await signOutEmail(deps, address.trim().toLowerCase())) return `${address} is signed out.`
      throw new CommandError(`No account has the address ${address}.`)
    },
  },
]

const help = (): string =>
  [
    'Usage: npm run coffer -- <command>',
    ...COMMANDS.map(command => `  ${command.usage}  ${command.description}`),
  ].join('\n')

const partsOf = ({ usage }: Command) => usage.split(' ')

/** Whether fixed parts match and every argument has a value. */
const matches = (command: Command, args: readonly string[]): boolean => {
  const parts = partsOf(command)
  const isWord = (word: string, index: number) => word.startsWith('<') || word === args[index]
  return parts.length === args.length && parts.every(isWord)
}

/** Runs a command. @throws CommandError with the message for the operator */
export function runCommand(deps: Deps, args: readonly string[]): Promise<string> {
  const command = COMMANDS.find(candidate => matches(candidate, args))
  if (!command) throw new CommandError(help())
  const values = args.filter((_, index) => partsOf(command)[index]?.startsWith('<'))
  return command.run(deps, values)
}
