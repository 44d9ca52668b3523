/** Accounts of the operator; `receivable` and `balance` exist once per user. */
const OPERATOR_ACCOUNTS = [
  'revenue',
  'tax',
  'promotions',
  'gateway_credit',
  'write_off',
  'clearing.stripe',
  'clearing.paypal',
  'clearing.paystack',
  'clearing.system',
] as const
const USER_ACCOUNTS = ['receivable', 'balance'] as const

export type LedgerAccount = (typeof OPERATOR_ACCOUNTS)[number] | (typeof USER_ACCOUNTS)[number]

/** Owner of the accounts that belong to no user. */
const OPERATOR = 'coffer'

/** A debit is positive, a credit negative, in minor units. */
export interface Entry {
  account: LedgerAccount
  /** Required for `receivable` and `balance`: their user, or the owner that replaced a deleted one. */
  userId?: string | undefined
  amount: number
}

export interface Posting {
  /** Names the fact, such as `payment:<id>`: the same fact is posted once. */
  key: string
  at: number
  currency: string
  entries: readonly Entry[]
}

export interface AccountEntry {
  kind: LedgerAccount
  owner: string
  amount: number
}

function accountOf({ account, userId }: Entry): Omit<AccountEntry, 'amount'> {
  const isOfUser = USER_ACCOUNTS.some(kind => kind === account)
  if (isOfUser !== (userId !== undefined))
    throw new Error(`account ${account} ${isOfUser ? 'needs' : 'has no'} user`)
  return { kind: account, owner: userId ?? OPERATOR }
}

/**
 * One entry per account, without zeros.
 * @throws Error if the entries do not sum to zero, or an amount is not a safe integer
 */
export function mergeEntries(entries: readonly Entry[]): AccountEntry[] {
  const merged = new Map<string, AccountEntry>()
  let sum = 0
  for (const entry of entries) {
    const account = accountOf(entry)
    const id = `${account.owner} ${account.kind}`
    const amount = (merged.get(id)?.amount ?? 0) + entry.amount
    sum += entry.amount
    if (![entry.amount, amount, sum].every(Number.isSafeInteger))
      throw new Error(`not an amount in minor units: ${entry.amount}`)
    merged.set(id, { ...account, amount })
  }
  if (sum !== 0) throw new Error(`entries sum to ${sum} instead of zero`)
  return [...merged.values()].filter(({ amount }) => amount !== 0)
}
