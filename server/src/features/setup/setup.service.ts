import type { StoredStep } from '@coffer/contract/setup'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { hmac, isSameText } from '../../lib/signing.ts'
import { insertAccount, requireGoodPassword } from '../account/index.ts'
import { recordAudit } from '../audit/index.ts'
import { readSettings, type SettingsDeps, type SettingsUpdate } from '../settings/index.ts'
import { claimInstallation } from './setup.repository.ts'
import { codeFrom, normaliseCode } from './setup-code.rules.ts'
import { applyUpdate } from './setup-values.service.ts'
import { completeStep } from './steps.repository.ts'

type InstallDeps = SettingsDeps & Pick<Deps, 'transact' | 'jobs' | 'hashPassword' | 'now' | 'newId'>

interface Administrator {
  name: string
  email: string
  password: string
}

const isInstalled = async ({ db }: Pick<Deps, 'db'>): Promise<boolean> =>
  (await readSettings(db)).installed_at !== null

/** @throws AppError `setup.closed` once the server is installed */
export async function requireSetupOpen(deps: Pick<Deps, 'db'>): Promise<void> {
  if (await isInstalled(deps)) throw new AppError('setup.closed')
}

/** Derived from the secret, so that every process has the same code without storing it. */
const setupCode = (secret: string): string => codeFrom(hmac(secret, 'setup-code', ''))

/** @throws AppError `setup.code_wrong` */
export function requireSetupCode({ secret }: Pick<Deps, 'secret'>, typed: string): void {
  if (!isSameText(normaliseCode(typed), normaliseCode(setupCode(secret))))
    throw new AppError('setup.code_wrong')
}

/** Values that an unattended setup stores together with the administrator. */
export interface UnattendedSetup extends SettingsUpdate {
  steps: readonly StoredStep[]
}

/**
 * Creates the first administrator and ends the installation in one transaction.
 * @throws AppError `request.invalid`, or `setup.closed` for all but one of concurrent requests
 */
export async function install(
  deps: InstallDeps,
  admin: Administrator,
  unattended?: UnattendedSetup,
): Promise<string> {
  const { name, email } = admin
  await requireGoodPassword(deps.db, admin)
  const passwordHash = await deps.hashPassword(admin.password)
  return deps.transact(async tx => {
    if (!(await claimInstallation(tx, deps.now().getTime()))) throw new AppError('setup.closed')
    if (unattended) await applyUpdate(tx, deps, 'operator', unattended)
    for (const step of unattended?.steps ?? []) await completeStep(tx, step, 'done', deps.now())
    recordAudit(tx, { action: 'server.installed', target: { type: 'user', name } })
    return insertAccount(tx, deps, {
      name,
      email,
      passwordHash,
      role: 'admin',
      isEmailVerified: true,
    })
  })
}

const WEAK_ADMIN_PASSWORD =
  'ADMIN_PASSWORD is among the most used ones, or made of the name and the address. Choose another.'

/** Names what the operator has to correct. */
function explainInvalid(error: AppError): Error {
  const fields = Object.keys(error.details.errors ?? {})
  const message = fields.includes('password')
    ? WEAK_ADMIN_PASSWORD
    : `The setup can't use the values of ${fields.join(', ')}.`
  return new Error(message, { cause: error })
}

async function installFromConfig(
  deps: InstallDeps,
  admin: Administrator,
  unattended: UnattendedSetup,
): Promise<void> {
  try {
    await install(deps, admin, unattended)
  } catch (error) {
    // Another process installed first, which is fine.
    if (!(error instanceof AppError)) throw error
    if (error.code === 'request.invalid') throw explainInvalid(error)
    if (error.code !== 'setup.closed') throw error
  }
}

const unattendedFrom = ({ setup }: Pick<Deps['config'], 'setup'>): UnattendedSetup => ({
  values: setup.values,
  ...(setup.purchaseCode !== undefined && { secrets: { purchase_code: setup.purchaseCode } }),
  steps: [],
})

/**
 * Installs from the environment if it names an administrator and the server is not installed (SETUP-9).
 * @param address the base URL of the server
 * @returns the message with the setup code to print, or undefined once installed
 */
export async function prepareInstallation(
  deps: InstallDeps & Pick<Deps, 'secret' | 'config'>,
  address: string,
): Promise<string | undefined> {
  if (await isInstalled(deps)) return undefined
  if (deps.config.admin) {
    await installFromConfig(deps, deps.config.admin, unattendedFrom(deps.config))
    return undefined
  }
  const code = setupCode(deps.secret)
  return `It is not installed yet. Open ${address}/setup-wizard/status-check?code=${code} or enter the setup code ${code} there.`
}
