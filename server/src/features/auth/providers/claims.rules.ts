/** Claims of an id token that was verified. */
export type Claims = Record<string, unknown> & { sub: string }

/** Reads a claim by its path: `groups`, or `realm_access.roles`. */
export function claimAt(claims: Claims, path: string): unknown {
  // A claim's own name may contain dots, such as a URL.
  if (path in claims) return claims[path]
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Record<string, unknown>)[key]
          : undefined,
      claims,
    )
}

/** Whether a claim is a value, or a list that contains it. */
export const claimHas = (claim: unknown, value: string): boolean =>
  Array.isArray(claim) ? claim.includes(value) : claim === value

/** The id of a user: subjects are unique only within their issuer. */
export const subjectOf = (issuer: string, subject: string): string => `${issuer} ${subject}`

const textOf = (claim: unknown): string | undefined =>
  typeof claim === 'string' && claim !== '' ? claim : undefined

/** An address counts as verified only if the provider says so. */
export const userOf = (claims: Claims) => ({
  name: textOf(claims.name) ?? textOf(claims.preferred_username) ?? '',
  email: textOf(claims.email),
  emailVerified: claims.email_verified === true,
})

type JsonObject = Record<string, unknown>

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Merges objects level by level; values of the second one win. */
const mergeObjects = (base: JsonObject, over: JsonObject): JsonObject => {
  const merged = Object.entries(over).map(([name, value]) => {
    const former = Object.hasOwn(base, name) ? base[name] : undefined
    return [name, isObject(former) && isObject(value) ? mergeObjects(former, value) : value]
  })
  return { ...base, ...Object.fromEntries(merged) }
}

/**
 * Completes the claims of a token by those of the userinfo endpoint. The token wins, because it is
 * signed. Whether an address is verified is taken only from an answer about that address.
 */
export function mergeClaims(claims: Claims, info: Claims): Claims {
  const merged = { ...mergeObjects(info, claims), sub: claims.sub }
  const email = textOf(claims.email)?.toLowerCase()
  if (email === undefined)
    return { ...merged, email: info.email, email_verified: info.email_verified }
  if (email === textOf(info.email)?.toLowerCase()) return merged
  return { ...merged, email_verified: claims.email_verified }
}
