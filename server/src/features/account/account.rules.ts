import { AppError } from '../../errors.ts'
/** Muted colours with enough contrast for a white initial. */
export const COLORS = [
  '#b4483c',
  '#b0602a',
  '#8a6d1f',
  '#5b7a2a',
  '#2f7d4f',
  '#1f7a7a',
  '#2d6ca3',
  '#4f5fb5',
  '#7b52ab',
  '#a8477f',
] as const

/** Returns a fixed colour for a user; ids are random, so colours are evenly distributed. */
export function colorOf(userId: string): string {
  const sum = [...userId].reduce((total, character) => total + character.charCodeAt(0), 0)
  return COLORS[sum % COLORS.length] ?? COLORS[0]
}

/** The first word of a full name is the first name, the rest the last name. */
export function splitName(name: string): { first_name: string; last_name: string } {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return { first_name: first, last_name: rest.join(' ') }
}

export const joinName = (names: { first_name: string; last_name: string }): string =>
  `${names.first_name} ${names.last_name}`.trim()

export interface Usage {
  used_bytes: number
  /** Null means no limit. */
  capacity_bytes: number | null
}

/** Returns the used share of the capacity in percent with two decimals; 0 without a limit. */
export const usedPercentage = ({ used_bytes, capacity_bytes }: Usage): number => {
  if (capacity_bytes === null) return 0
  if (used_bytes >= capacity_bytes) return 100
  return Math.round((used_bytes / capacity_bytes) * 10_000) / 100
}

/** Whether a user is the last of the administrators, who keeps the role (A10). */
export const isOnlyAdministrator = (
  administrators: readonly string[],
  id: string | null,
): boolean => administrators.length === 1 && administrators[0] === id

/** @throws AppError `account.last_administrator` */
export function requireNotLastAdministrator(administrators: readonly string[], id: string): void {
  if (isOnlyAdministrator(administrators, id)) throw new AppError('account.last_administrator')
}
