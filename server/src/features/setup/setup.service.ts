import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { hmac, isSameText } from '../../lib/signing.ts'
import { insertAccount, requireGoodPassword } from '../account/index.ts'
import { readSettings } from '../settings/index.ts'
import { claimInstallation } from './setup.repository.ts'
import { codeFrom, plainCode } from './setup-code.rules.ts'

type InstallDeps = Pick<Deps, 'db' | 'transact' | 'jobs' | 'hashPassword' | 'now' | 'newId'>

interface Administrator {
  name: string
  email: string
  password: string
}

const isInstalled = async ({ db }: Pick<Deps, 'db'>): Promise<boolean> =>
  (await readSettings(db)).installed_at !== null

/** @throws AppError `setup.closed` once the server is installed, for good */
export async function requireSetupOpen(deps: Pick<Deps, 'db'>): Promise<void> {
  if (await isInstalled(deps)) throw new AppError('setup.closed')
}

/** Worked out from the secret, so that nothing is kept and every process knows the same code. */
const setupCode = (secret: string): string => codeFrom(hmac(secret, 'setup-code', ''))

/** @throws AppError `setup.code_wrong` */
export function requireSetupCode({ secret }: Pick<Deps, 'secret'>, typed: string): void {
  if (!isSameText(plainCode(typed), plainCode(setupCode(secret))))
    throw new AppError('setup.code_wrong')
}

/**
 * The first administrator and the end of the installation, both or neither.
 * @throws AppError `request.invalid`, or `setup.closed` for all but one of those who try at once
 */
export async function install(deps: InstallDeps, admin: Administrator): Promise<string> {
  const { name, email } = admin
  await requireGoodPassword(deps.db, admin)
  const passwordHash = await deps.hashPassword(admin.password)
  return deps.transact(async tx => {
    if (!(await claimInstallation(tx, deps.now().getTime()))) throw new AppError('setup.closed')
    return insertAccount(tx, deps, {
      name,
      email,
      passwordHash,
      role: 'admin',
      isEmailVerified: true,
    })
  })
}

const UNFIT_PASSWORD =
  'ADMIN_PASSWORD is among the most used ones, or made of the name and the address. Choose another.'

async function installFrom(deps: InstallDeps, admin: Administrator): Promise<void> {
  try {
    await install(deps, admin)
  } catch (error) {
    // Another process was faster: all the same.
    if (!(error instanceof AppError)) throw error
    if (error.code === 'request.invalid') throw new Error(UNFIT_PASSWORD, { cause: error })
    if (error.code !== 'setup.closed') throw error
  }
}

/**
 * Installs from the environment, if it names an administrator and nobody is there yet.
 * @param address where people reach this server
 * @returns what to tell whoever started a server that still waits to be installed
 */
export async function prepareInstallation(
  deps: InstallDeps & Pick<Deps, 'secret' | 'config'>,
  address: string,
): Promise<string | undefined> {
  if (await isInstalled(deps)) return undefined
  if (deps.config.admin) {
    await installFrom(deps, deps.config.admin)
    return undefined
  }
  const code = setupCode(deps.secret)
  return `It is not installed yet. Open ${address}/setup-wizard/status-check?code=${code} or enter the setup code ${code} there.`
}
