import { readFile, stat, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { encryptTwoFactorKeys } from '../features/auth/index.ts'
import {
  exportSettings,
  importSettings,
  rotateSecrets,
  SettingsFile,
} from '../features/settings/index.ts'
import { isTranslationKey, translate } from '../lib/translate.ts'
import type { Command } from './command.ts'
import { CommandError } from './command-error.ts'

/** Only the operator reads a file that may contain secrets. */
const PRIVATE_MODE = 0o600
const MAX_FILE_BYTES = 1024 * 1024

const messageOf = (key: string): string => (isTranslationKey(key) ? translate('en', key) : key)

/** The fields of a rejected change, one per line. */
const describeFields = ({ details }: AppError): string =>
  Object.entries(details.errors ?? {})
    .map(([field, keys]) => `\n  ${field}: ${keys.map(messageOf).join(' ')}`)
    .join('')

/** Why a settings file can't be used. */
function reasonOf(cause: unknown): string {
  if (cause instanceof z.ZodError)
    return cause.issues
      .map(issue => `\n  ${issue.path.join('.')}: ${messageOf(issue.message)}`)
      .join('')
  return cause instanceof SyntaxError ? 'it is not valid JSON' : (cause as Error).message
}

async function readSettingsFile(file: string): Promise<SettingsFile> {
  try {
    if ((await stat(file)).size > MAX_FILE_BYTES) throw new Error('it is larger than 1 MB')
    return SettingsFile.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (cause) {
    throw new CommandError(`${file} can't be used: ${reasonOf(cause)}`, { cause })
  }
}

async function exportTo(deps: Deps, file: string, withSecrets: boolean): Promise<string> {
  const content = `${JSON.stringify(await exportSettings(deps, { withSecrets }), null, 2)}\n`
  try {
    await writeFile(file, content, { flag: 'wx', mode: PRIVATE_MODE })
  } catch (cause) {
    throw new CommandError(`${file} can't be written: ${(cause as Error).message}`, { cause })
  }
  return withSecrets
    ? `The settings are in ${file}, with all secrets in plain text. Delete it after the import.`
    : `The settings are in ${file}, without secrets.`
}

const describeImport = (result: Awaited<ReturnType<typeof importSettings>>): string =>
  [
    `${result.values} settings and ${result.secrets} secrets were imported.`,
    ...(result.skipped.length > 0
      ? [`Set by the environment and left as they are: ${result.skipped.join(', ')}.`]
      : []),
    ...(result.untested.length > 0
      ? [`Off until tested here: ${result.untested.join(', ')}.`]
      : []),
  ].join('\n')

async function importFrom(deps: Deps, file: string): Promise<string> {
  const content = await readSettingsFile(file)
  try {
    return describeImport(await importSettings(deps, content))
  } catch (error) {
    if (!(error instanceof AppError) || !error.details.errors) throw error
    throw new CommandError(`Nothing was imported.${describeFields(error)}`, { cause: error })
  }
}

export const SETTINGS_COMMANDS: readonly Command[] = [
  {
    usage: 'settings export <file.json>',
    description: 'writes the settings to a new file, without secrets and pictures',
    run: (deps, [file = '']) => exportTo(deps, file, false),
  },
  {
    usage: 'settings export <file.json> --with-secrets',
    description: 'also writes all stored secrets, in plain text',
    run: (deps, [file = '']) => exportTo(deps, file, true),
  },
  {
    usage: 'settings import <file.json>',
    description: 'applies such a file, all of it or nothing',
    run: (deps, [file = '']) => importFrom(deps, file),
  },
  {
    usage: 'secrets rotate',
    description:
      'encrypts the stored secrets again under new keys, after a change of APP_SECRET with the old one in APP_SECRET_PREVIOUS',
    async run(deps) {
      const { rotated, unreadable } = await rotateSecrets(deps, tx =>
        encryptTwoFactorKeys(tx, deps),
      )
      if (unreadable.length === 0) return `${rotated} secrets were encrypted again.`
      throw new CommandError(
        `${rotated} secrets were encrypted again. No known key decrypts: ${unreadable.join(', ')}. Enter them again in the settings.`,
      )
    },
  },
]
