import { sqliteFileIn } from './db/open.ts'
import { createSpareFile } from './db/spare-file.ts'
import type { Deps } from './deps.ts'
import { clearExpiredTokens } from './features/access-tokens/index.ts'
import { deleteUnverifiedAccounts, resumeDeletions } from './features/account-deletion/index.ts'
import { clearExpiredSessions, clearUsedCodes } from './features/auth/index.ts'
import { deleteReleasedBlobs, sweepOrphans } from './features/blobs/index.ts'
import { expireExports } from './features/data-exports/index.ts'
import { clearExpiredLinks } from './features/email-verification/index.ts'
import { deleteOldEmails } from './features/emails/index.ts'
import { queueMissingPreviews } from './features/previews/index.ts'
import { quotas } from './features/quotas/index.ts'
import { resumeStalled } from './features/remote-uploads/index.ts'
import { indexQueuedItems } from './features/search/index.ts'
import { readSettings } from './features/settings/index.ts'
import { clearOldEvents, deleteOldAllowances } from './features/shares/index.ts'
import { clearOldSignUps } from './features/sign-up/index.ts'
import { purgeTrash, removeTrashedFromIndexes, resumeEmptyings } from './features/trash/index.ts'
import { endOverdue } from './features/upload-requests/index.ts'
import { clearStaleUploads } from './features/uploads/index.ts'
import { clearOldSelections } from './features/zip/index.ts'
import { deleteExpiredRateLimits } from './http/rate-limits.ts'
import type { ClockJob } from './jobs/clock.ts'

async function checkQuotas({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const miscounts = await quotas.findMiscounts(db)
  if (miscounts.length > 0) log.error({ miscounts }, 'recorded usage differs from the actual usage')
}

async function maintainSpareFile({ databaseKind, config }: Deps): Promise<void> {
  if (databaseKind === 'sqlite') await createSpareFile(sqliteFileIn(config.dataDir))
}

/** Recurring work and its schedule. */
export const housekeeping = (deps: Deps): ClockJob[] => [
  // Runs often, because on a full disk users wait for it before they can upload again.
  { name: 'delete-released-blobs', at: '*/10 * * * * *', run: () => deleteReleasedBlobs(deps) },
  { name: 'keep-spare-file', at: '*/20 * * * * *', run: () => maintainSpareFile(deps) },
  { name: 'index-for-search', at: '* * * * * *', run: () => indexQueuedItems(deps) },
  {
    name: 'remove-trashed-from-indexes',
    at: '* * * * * *',
    run: () => removeTrashedFromIndexes(deps),
  },
  { name: 'resume-emptyings', at: '*/15 * * * *', run: () => resumeEmptyings(deps) },
  { name: 'resume-account-deletions', at: '*/15 * * * *', run: () => resumeDeletions(deps) },
  { name: 'expire-data-exports', at: '12 * * * *', run: () => expireExports(deps) },
  // At 00:05, as in the product that Coffer replaces.
  {
    name: 'delete-unverified-accounts',
    at: '5 0 * * *',
    run: () => deleteUnverifiedAccounts(deps),
  },
  { name: 'clear-stale-uploads', at: '7 * * * *', run: () => clearStaleUploads(deps) },
  {
    name: 'purge-trash',
    at: '17 * * * *',
    run: async () => purgeTrash(deps, (await readSettings(deps.db)).trash_days),
  },
  { name: 'clear-expired-sessions', at: '27 * * * *', run: () => clearExpiredSessions(deps) },
  { name: 'clear-used-codes', at: '32 * * * *', run: () => clearUsedCodes(deps) },
  { name: 'clear-expired-tokens', at: '25 3 * * *', run: () => clearExpiredTokens(deps) },
  { name: 'clear-expired-rate-limits', at: '37 * * * *', run: () => deleteExpiredRateLimits(deps) },
  { name: 'clear-email-links', at: '42 * * * *', run: () => clearExpiredLinks(deps) },
  { name: 'clear-sign-ups', at: '43 * * * *', run: () => clearOldSignUps(deps) },
  { name: 'clear-zip-selections', at: '47 * * * *', run: () => clearOldSelections(deps) },
  { name: 'clear-download-allowances', at: '52 * * * *', run: () => deleteOldAllowances(deps) },
  { name: 'clear-share-events', at: '10 3 * * *', run: () => clearOldEvents(deps) },
  { name: 'end-upload-requests', at: '*/5 * * * *', run: () => endOverdue(deps) },
  { name: 'resume-remote-uploads', at: '57 * * * *', run: () => resumeStalled(deps) },
  { name: 'delete-old-emails', at: '15 3 * * *', run: () => deleteOldEmails(deps) },
  { name: 'sweep-orphans', at: '20 3 * * *', run: () => sweepOrphans(deps) },
  { name: 'queue-missing-previews', at: '30 3 * * *', run: () => queueMissingPreviews(deps) },
  { name: 'check-quotas', at: '40 3 * * *', run: () => checkQuotas(deps) },
]
