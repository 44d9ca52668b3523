import { LocaleTag } from '@coffer/contract'
import { PersonName } from '@coffer/contract/account'
import type { IMPORT_PROBLEMS } from '@coffer/contract/admin-user-tasks'
import type { CapacityBytes } from '@coffer/contract/admin-users'
import { Email } from '@coffer/contract/email-address'
import { isTimeZone } from '@coffer/contract/time-zone'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { isFormula, withoutGuards } from '../../lib/csv.ts'
import { nameFromEmail } from '../../lib/name-from-email.ts'
import { quotas } from '../quotas/index.ts'
import { createInvited } from './user-accounts.service.ts'
import * as users from './users.repository.ts'

export type ImportProblem = (typeof IMPORT_PROBLEMS)[number]

export interface ImportedRow {
  email: string
  name: string
  role: 'admin' | 'user'
  language: string | null
  timezone: string | null
  capacity_bytes: CapacityBytes
}

/** Titles of columns by which they are recognised, in lower case without spaces. */
const COLUMNS: Record<string, string> = {
  email: 'email',
  'e-mail': 'email',
  correo: 'email',
  correoelectrónico: 'email',
  name: 'name',
  fullname: 'name',
  nombre: 'name',
  role: 'role',
  rol: 'role',
  language: 'language',
  idioma: 'language',
  timezone: 'timezone',
  zonahoraria: 'timezone',
  storage_gb: 'storage_gb',
  storage: 'storage_gb',
  almacenamiento_gb: 'storage_gb',
  storage_limit_bytes: 'storage_limit_bytes',
  has_own_limit: 'has_own_limit',
}

export type Columns = ReadonlyMap<string, number>

/** Finds the columns by the first row; undefined without one for the email. */
export function columnsOf(titles: readonly string[]): Columns | undefined {
  const columns = new Map<string, number>()
  for (const [index, title] of titles.entries()) {
    const column = COLUMNS[title.toLowerCase().replace(/\s/g, '')]
    if (column && !columns.has(column)) columns.set(column, index)
  }
  return columns.has('email') ? columns : undefined
}

const BYTES_PER_GB = 1_000_000_000
const ROLES: Record<string, 'admin' | 'user'> = {
  '': 'user',
  user: 'user',
  usuario: 'user',
  admin: 'admin',
  administrator: 'admin',
  administrador: 'admin',
}

/** The limit of a user without one, as the export writes it. */
export const UNLIMITED = 'unlimited'

/** An export also has the limits of plans and the default, which users must not keep as their own. */
function capacityIn(gigabytes: string, bytes: string, hasOwn: string): CapacityBytes {
  if (hasOwn.toLowerCase() === 'no') return 'default'
  if (gigabytes !== '') return Math.round(Number(gigabytes) * BYTES_PER_GB)
  if (bytes === UNLIMITED) return null
  return bytes === '' ? 'default' : Number(bytes)
}

type Checked = { user: ImportedRow } | { problem: ImportProblem; value: string }

/** Reads the user of a row, or the first problem of the row. */
export function readRow(cells: readonly string[], columns: Columns): Checked {
  const typed = (column: string) => cells[columns.get(column) ?? -1]?.trim() ?? ''
  const cell = (column: string) => withoutGuards(typed(column))
  // An offset such as `+05:45` is a time zone, although a spreadsheet would run it.
  const isOffset = (column: string) => column === 'timezone' && isTimeZone(cell(column))
  const formula = [...columns.keys()]
    .filter(column => !isOffset(column))
    .map(typed)
    .find(isFormula)
  if (formula !== undefined) return { problem: 'formula', value: formula }
  const email = Email.safeParse(cell('email'))
  if (!email.success) return { problem: 'email', value: cell('email') }
  const name = PersonName.safeParse(cell('name') || nameFromEmail(email.data))
  if (!name.success) return { problem: 'name', value: cell('name') }
  const role = ROLES[cell('role').toLowerCase()]
  if (!role) return { problem: 'role', value: cell('role') }
  const language = cell('language') === '' ? null : LocaleTag.safeParse(cell('language')).data
  if (language === undefined) return { problem: 'language', value: cell('language') }
  const timezone = cell('timezone') || null
  if (timezone !== null && !isTimeZone(timezone)) return { problem: 'timezone', value: timezone }
  const storage = cell('storage_gb').replace(',', '.')
  if (!/^(\d{1,6}(\.\d{1,9})?)?$/.test(storage)) return { problem: 'capacity', value: storage }
  const limit = cell('storage_limit_bytes').toLowerCase()
  if (!/^(\d{1,15}|unlimited)?$/.test(limit)) return { problem: 'capacity', value: limit }
  const capacity_bytes = capacityIn(storage, limit, cell('has_own_limit'))
  return { user: { email: email.data, name: name.data, role, language, timezone, capacity_bytes } }
}

/**
 * Creates the invited user of a row.
 * @param inviter name of the administrator; null sends no email
 * @returns an error code when the address was taken meanwhile
 */
export async function importRow(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  user: ImportedRow,
  inviter: string | null,
): Promise<'auth.address_taken' | undefined> {
  const { email, name, role, language, timezone, capacity_bytes } = user
  if ((await users.findTakenEmails(tx, [email])).has(email)) return 'auth.address_taken'
  const invited = { name, email, role, language, message: null }
  const { id } = await createInvited(tx, deps, invited, inviter)
  if (language !== null || timezone !== null)
    await users.updateProfile(tx, id, { language, timezone })
  if (capacity_bytes !== 'default') await quotas.setOwnCapacity(tx, id, capacity_bytes)
  return undefined
}
