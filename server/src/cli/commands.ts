import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { type Checkpoint, verifyLog } from '../features/audit/index.ts'
import { signOutAll, signOutEmail } from '../features/auth/index.ts'
import { Catalogue, seedTypes } from '../features/document-types/index.ts'
import { recomputeBills } from './billing-command.ts'
import type { Command } from './command.ts'
import { CommandError, explain } from './command-error.ts'
import { recover } from './recover-command.ts'
import { SETTINGS_COMMANDS } from './settings-commands.ts'
import { setUpFromFile } from './setup-command.ts'
import { describeStorage } from './storage-command.ts'

async function readCatalogue(file: string): Promise<Catalogue> {
  try {
    return Catalogue.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : (cause as Error).message
    throw new CommandError(`${file} can't be used: ${reason}`, { cause })
  }
}

const PROBLEMS = {
  changed: 'was changed',
  missing: 'is missing',
  inserted: 'was inserted',
} as const

function readCheckpoint(text: string): Checkpoint {
  const match = /^(?<seq>\d+):(?<hash>[\w-]+)$/.exec(text)
  if (!match?.groups) throw new CommandError('A checkpoint looks like 1234:hash.')
  return { seq: Number(match.groups.seq), hash: match.groups.hash ?? '' }
}

async function verifyAuditLog(deps: Deps, checkpoint?: Checkpoint): Promise<string> {
  const result = await verifyLog(deps, checkpoint)
  if (!result.isValid)
    throw new CommandError(
      `The audit log can't be trusted: entry ${result.seq} ${PROBLEMS[result.problem]}.`,
    )
  const { count, end } = result
  return `The audit log is complete and unchanged: ${count} entries. Checkpoint: ${end.seq}:${end.hash}`
}

const COMMANDS: readonly Command[] = [
  {
    usage: 'migrate',
    description: 'applies the migrations of this version, beside servers of the version before',
    migrating: 'apply',
    run: async () => 'The database is up to date.',
  },
  ...SETTINGS_COMMANDS,
  {
    usage: 'setup --file <file.json>',
    description: 'installs this server from a file, without the setup wizard',
    migrating: 'initialize',
    run: (deps, [file = '']) => setUpFromFile(deps, file),
  },
  {
    usage: 'audit verify',
    description: 'verifies that no entry of the audit log was changed or removed',
    run: deps => verifyAuditLog(deps),
  },
  {
    usage: 'audit verify <checkpoint>',
    description: 'also verifies that the log contains a checkpoint that was noted before',
    run: (deps, [checkpoint = '']) => verifyAuditLog(deps, readCheckpoint(checkpoint)),
  },
  {
    usage: 'billing recompute',
    description: 'rates all settled periods again and compares them with their invoices',
    run: recomputeBills,
  },
  {
    usage: 'storage check',
    description: 'tries everything that Coffer needs of the bucket, with objects of its own',
    run: describeStorage,
  },
  {
    usage: 'documents seed <file.json>',
    description: 'imports document types and subcategories; existing ones stay',
    async run(deps, [file = '']) {
      const catalogue = await readCatalogue(file)
      const count = await seedTypes(deps, catalogue).catch(error => {
        throw explain(error)
      })
      return `${count} document types and subcategories were added or got further fields.`
    },
  },
  {
    usage: 'recover <address>',
    description:
      'prints a link to choose a new password, turns two-factor sign-in of the account off and signs it out everywhere',
    run: (deps, [address = '']) => recover(deps, address),
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

/** @throws CommandError that lists the commands */
export function findCommand(args: readonly string[]): Command {
  const command = COMMANDS.find(candidate => matches(candidate, args))
  if (!command) throw new CommandError(help())
  return command
}

/** Runs a command. @throws CommandError with the message for the operator */
export function runCommand(deps: Deps, args: readonly string[]): Promise<string> {
  const command = findCommand(args)
  const values = args.filter((_, index) => partsOf(command)[index]?.startsWith('<'))
  return command.run(deps, values)
}
