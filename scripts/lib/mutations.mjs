/**
 * Rules that are broken on purpose, one at a time: `npm run mutations` replaces `find`, which must occur
 * exactly once in `file`, and expects a test of the files in `tests` to fail whose name contains `named`.
 * When a rule is moved, update its entry.
 */
const rules = 'server/src/features/items/items.rules.ts'
const rights = 'server/test/rights.http.test.ts'

const items = [
  {
    rule: 'a folder cannot move into itself',
    file: rules,
    find: 'destination.some(folder => folder.id === itemId)',
    replace: 'destination.length === 0 && itemId === null',
    tests: ['server/src/features/items/transfers.routes.test.ts'],
  },
  {
    rule: 'other users have no access to an item',
    file: rules,
    find: "return actor.role === 'admin' ? 'see' : 'none'",
    replace: "return 'see'",
    tests: ['server/src/features/items/items.routes.test.ts'],
  },
  {
    rule: 'an admin sees files and cannot download them',
    file: rules,
    find: "return actor.role === 'admin' ? 'see' : 'none'",
    replace: "return actor.role === 'admin' ? 'view' : 'none'",
    tests: [rights],
    named: 'admin: download',
  },
  {
    rule: 'an item in the trash cannot be renamed',
    file: rules,
    find: 'edit: isLive && !isFixed,\n        // Team folders',
    replace: 'edit: !isFixed,\n        // Team folders',
    tests: [rights],
    named: 'owner: edit',
  },
  {
    rule: 'items of other owners stay in their team folder',
    file: rules,
    find: '  item.team_id === null ||\n  item.team_id === folder.team_id ||',
    replace: '  folder !== null ||',
    tests: ['server/src/features/items/ownership.routes.test.ts'],
  },
]

const shares = [
  {
    rule: 'an expired link is closed',
    file: 'server/src/features/shares/shares.rules.ts',
    find: 'expires_at <= now.getTime()',
    replace: 'expires_at < 0 * now.getTime()',
    tests: ['server/src/features/shares/guest-shares.routes.test.ts'],
  },
  {
    rule: 'a link allows no more downloads than its limit',
    file: 'server/src/features/shares/shares.rules.ts',
    find: 'downloads >= download_limit',
    replace: 'downloads > download_limit',
    tests: ['server/src/features/shares'],
  },
  {
    rule: 'a wrong password does not unlock a link',
    file: 'server/src/features/shares/guest-shares.service.ts',
    find: 'const isRight = await verifyPassword(passwordHash, password)',
    replace: 'const isRight = (await verifyPassword(passwordHash, password)) || true',
    tests: ['server/src/features/shares/guest-shares.routes.test.ts'],
  },
  {
    rule: 'guests stay within the shared folder',
    file: rules,
    find: 'item.trashed_at === null ? upTo(ancestors, actor.share.item_id) : []',
    replace: 'item.trashed_at === null ? [...ancestors] : []',
    tests: [rights],
    named: 'visitor: see',
  },
  {
    rule: 'guests who may only view cannot change anything',
    file: rules,
    find: "actor.share.permission === 'editor' ? 'edit' : 'view'",
    replace: "actor.share.permission === 'editor' ? 'edit' : 'edit'",
    tests: [rights],
    named: 'visitor: edit',
  },
]

const uploads = [
  {
    rule: 'files of a refused type are not stored',
    file: 'server/src/lib/file-blacklist.ts',
    find: 'candidates.find(candidate => blacklisted.has(candidate)) ?? null',
    replace: 'candidates.find(() => false) ?? null',
    tests: ['server/src/features/uploads/rejections.routes.test.ts'],
  },
  {
    rule: 'a chunk that leaves a gap is refused',
    file: 'server/src/features/uploads/uploads.rules.ts',
    find: "if (offset > received_bytes) return 'conflict'",
    replace: "if (offset > received_bytes) return 'append'",
    tests: ['server/src/features/uploads/chunks.routes.test.ts'],
  },
  {
    rule: 'a drop stores only the files that fit into the quota',
    file: 'server/src/features/uploads/uploads.rules.ts',
    find: '    if (size > remaining) return false\n',
    replace: '',
    tests: ['server/src/features/uploads/preflight.routes.test.ts'],
  },
  {
    rule: 'an upload larger than the limit is refused',
    file: 'server/src/features/uploads/upload-policy.service.ts',
    find: 'upload_limit === 0 ? Number.MAX_SAFE_INTEGER : upload_limit',
    replace: 'upload_limit >= 0 ? Number.MAX_SAFE_INTEGER : upload_limit',
    tests: ['server/src/features/uploads'],
  },
]

const teams = [
  {
    rule: 'members who may only view cannot change anything',
    file: rules,
    find: "item.team_permission === 'can_edit' ? 'edit' : 'view'",
    replace: "'edit'",
    tests: ['server/src/features/teams/teams.routes.test.ts'],
  },
  {
    rule: 'a subscription limits the members of team folders',
    file: 'server/src/features/teams/teams.rules.ts',
    find: 'if (emails.size >= total) return true',
    replace: 'if (emails.size >= total) return false',
    tests: ['server/src/features/teams/invitations.routes.test.ts'],
  },
  {
    rule: 'a member who is removed loses access',
    file: 'server/src/features/teams/teams.rules.ts',
    find: 'removed: areMembersGiven ? members.filter(person => !permissionOf(person)) : []',
    replace: 'removed: []',
    tests: ['server/src/features/teams/members.routes.test.ts'],
  },
]

const accounts = [
  {
    rule: 'a new password ends the sessions of an account',
    file: 'server/src/features/passwords/passwords.service.ts',
    find: '  await endSessionsOf(tx, userId)\n',
    replace: '',
    tests: ['server/src/features/passwords/passwords.routes.test.ts'],
  },
  {
    rule: 'a read-only token changes nothing',
    file: 'server/src/features/access-tokens/access-tokens.rules.ts',
    find: "  if (changes && !token.may_write) return 'token.read_only'\n",
    replace: '',
    tests: ['server/src/features/access-tokens/access-tokens.routes.test.ts'],
  },
  {
    rule: 'changes need the CSRF pair of the session',
    file: 'server/src/http/csrf.ts',
    find: 'const isRefused = isUnsafe && !hasValidHeader(request, expected)',
    replace: 'const isRefused = isUnsafe && expected === null',
    tests: ['server/test/request-guards.http.test.ts'],
  },
  {
    rule: 'admin endpoints are for admins',
    file: 'server/src/app.ts',
    find: "if (actor.role !== 'admin') throw new AppError('auth.forbidden')",
    replace: '',
    tests: ['server/test/admin-guards.http.test.ts'],
  },
  {
    rule: 'a refused admin call writes nothing',
    file: 'server/src/app.ts',
    find: "if (actor.role !== 'admin') throw new AppError('auth.forbidden')",
    replace: `if (actor.role !== 'admin') {
      await deps.db.updateTable('user_settings').set({ color: 'broken' }).execute()
      throw new AppError('auth.forbidden')
    }`,
    tests: ['server/test/admin-guards.http.test.ts'],
  },
]

export const mutations = Object.entries({ items, shares, uploads, teams, accounts }).flatMap(
  ([area, list]) => list.map(mutation => ({ area, ...mutation })),
)

/** @returns the text with the rule broken, or undefined when it no longer has the rule exactly once */
export function broken(text, { find, replace }) {
  const parts = text.split(find)
  return parts.length === 2 ? parts.join(replace) : undefined
}
