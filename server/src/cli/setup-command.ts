import { readFile, stat } from 'node:fs/promises'
import { Password, PersonName } from '@coffer/contract/account'
import { Email } from '@coffer/contract/email-address'
import {
  AppFields,
  MailFields,
  PurchaseCode,
  StorageFields,
  type StoredStep,
} from '@coffer/contract/setup'
import { DatabaseChoice } from '@coffer/contract/setup-database'
import { z } from 'zod'
import { createDeps } from '../create-deps.ts'
import type { Deps } from '../deps.ts'
import { chooseDatabase, install, requireSetupOpen } from '../features/setup/index.ts'
import { CommandError, explain } from './command-error.ts'

const MAX_BYTES = 64 * 1024

/** The sections are the steps of the wizard; names that it does not know are an error. */
const SetupFile = z.strictObject({
  purchase_code: PurchaseCode.optional(),
  database: DatabaseChoice.optional(),
  environment: z
    .strictObject({
      ...MailFields.shape,
      ...StorageFields.shape,
      smtp_password: PurchaseCode.optional(),
      s3_secret_access_key: PurchaseCode.optional(),
    })
    .optional(),
  app: z.strictObject(AppFields.shape).optional(),
  admin: z.strictObject({ name: PersonName, email: Email, password: Password }),
})
type SetupFile = z.output<typeof SetupFile>

/** Problems by field, without the values, which may be secret. */
const problemsOf = ({ issues }: z.ZodError): string =>
  issues
    .map(({ path, code, message }) => {
      if (code === 'unrecognized_keys') return message
      const problem = message.startsWith('validation.') ? 'is not valid' : message
      return `${path.join('.') || 'the file'}: ${problem}`
    })
    .join('; ')

async function readSetupFile(file: string): Promise<SetupFile> {
  const fail = (reason: string, cause?: unknown) =>
    new CommandError(`${file} can't be used: ${reason}`, { cause })
  const stats = await stat(file).catch((cause: NodeJS.ErrnoException) => {
    throw fail(
      cause.code === 'ENOENT' ? 'there is no such file' : (cause.code ?? 'unreadable'),
      cause,
    )
  })
  if (!stats.isFile()) throw fail('it is not a file')
  if (stats.size > MAX_BYTES) throw fail('it is larger than 64 kB')
  let content: unknown
  try {
    content = JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    // The parser's message repeats a part of the content.
    throw fail('it is not JSON', cause)
  }
  const parsed = SetupFile.safeParse(content)
  if (!parsed.success) throw fail(problemsOf(parsed.error), parsed.error)
  return parsed.data
}

const stepsIn = (file: SetupFile): StoredStep[] => [
  ...(file.purchase_code ? ['purchase-code' as const] : []),
  ...(file.environment ? ['environment' as const] : []),
  ...(file.app ? ['app-setup' as const] : []),
]

async function installFrom(deps: Deps, file: SetupFile): Promise<void> {
  const { smtp_password, s3_secret_access_key, ...environment } = file.environment ?? {}
  await install(deps, file.admin, {
    values: { ...environment, ...file.app },
    secrets: { purchase_code: file.purchase_code, smtp_password, s3_secret_access_key },
    steps: stepsIn(file),
  })
}

/** SETUP-9: the steps of the wizard from a file; a running server follows by itself. */
export async function setUpFromFile(deps: Deps, path: string): Promise<string> {
  const file = await readSetupFile(path)
  try {
    await requireSetupOpen(deps)
    if (!file.database) await installFrom(deps, file)
    else {
      await chooseDatabase(deps, file.database, false)
      const chosen = await createDeps(deps.config, deps.log)
      await installFrom(chosen, file)
        .finally(() => chosen.stop())
        .finally(() => chosen.db.destroy())
    }
  } catch (error) {
    throw explain(error)
  }
  return `Coffer is set up. Sign in as ${file.admin.email}.`
}
