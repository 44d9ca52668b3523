import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { signOutAll, signOutEmail } from '../features/auth/index.ts'
import { Catalogue, seedTypes } from '../features/document-types/index.ts'

/** What the operator did that can't work; its message is the line that he reads. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

interface Command {
  /** As it is typed, with what follows it in angle brackets. */
  usage: string
  what: string
  /** @returns what is said when it is done */
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
    what: 'brings in document types and subcategories; what is there already stays',
    async run(deps, [file = '']) {
      const count = await seedTypes(deps, await readCatalogue(file))
      return `${count} document types and subcategories were added or got further fields.`
    },
  },
  {
    usage: 'sign-out <address>',
    what: 'ends every session of one account; `everybody` ends those of all; open pages close within half a minute',
    async run(deps, [address = '']) {
      if (address === 'everybody') {
        await signOutAll(deps)
        return 'Everybody is signed out.'
      }
      if (await signOutEmail(deps, address.trim().toLowerCase())) return `${address} is signed out.`
      throw new CommandError(`No account has the address ${address}.`)
    },
  },
]

const help = (): string =>
  [
    'Usage: npm run coffer -- <command>',
    ...COMMANDS.map(one => `  ${one.usage}  ${one.what}`),
  ].join('\n')

const wordsOf = ({ usage }: Command) => usage.split(' ')

/** The words as they are, and something for each place. */
const fits = (command: Command, args: readonly string[]): boolean => {
  const words = wordsOf(command)
  const isWord = (word: string, index: number) => word.startsWith('<') || word === args[index]
  return words.length === args.length && words.every(isWord)
}

/**
 * Does what the operator typed.
 * @throws CommandError with the line that he reads
 */
export function runCommand(deps: Deps, args: readonly string[]): Promise<string> {
  const command = COMMANDS.find(one => fits(one, args))
  if (!command) throw new CommandError(help())
  const values = args.filter((_, index) => wordsOf(command)[index]?.startsWith('<'))
  return command.run(deps, values)
}
