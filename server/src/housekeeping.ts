import { sqliteFileIn } from './db/open.ts'
import { createSpareFile } from './db/spare-file.ts'
import type { Deps } from './deps.ts'
import { clearExpiredTokens } from './features/access-tokens/index.ts'
import { deleteUnverifiedAccounts, resumeDeletions } from './features/account-deletion/index.ts'
import { trimAuditLog } from './features/audit/index.ts'
import { clearExpiredSessions, clearUsedCodes } from './features/auth/index.ts'
import { reconcile } from './features/billing-figures/index.ts'
import { deleteReleasedBlobs, sweepOrphans, verifyContents } from './features/blobs/index.ts'
import { notifyCharges } from './features/charge-notices/index.ts'
import { expireExports } from './features/data-exports/index.ts'
import { removeExpiredDemos } from './features/demo/index.ts'
import { clearExpiredLinks } from './features/email-verification/index.ts'
import { deleteOldEmails } from './features/emails/index.ts'
import { clearEventBodies, gatewaysOf } from './features/gateways/index.ts'
import { queueDueCopies } from './features/plans/index.ts'
import { queueMissingPreviews } from './features/previews/index.ts'
import { checkQuotas } from './features/quotas/index.ts'
import { resumeStalled } from './features/remote-uploads/index.ts'
import { indexQueuedItems, refreshTokens } from './features/search/index.ts'
import { clearOldReports, storeReport } from './features/server-status/index.ts'
import { readSettings } from './features/settings/index.ts'
import {
  beginPeriods,
  checkBalances,
  endOfAdministrators,
  sendReminders,
  settlePeriods,
  subscribeEveryone,
} from './features/settlement/index.ts'
import { clearOldEvents, deleteOldAllowances } from './features/shares/index.ts'
import { clearOldSignUps } from './features/sign-up/index.ts'
import { checkSpending } from './features/spending/index.ts'
import { renewDue, syncLive, syncOpen, syncRefunds } from './features/subscriptions/index.ts'
import { purgeTrash, removeTrashedFromIndexes, resumeEmptyings } from './features/trash/index.ts'
import { endOverdue } from './features/upload-requests/index.ts'
import { clearStaleUploads } from './features/uploads/index.ts'
import { meterUsage } from './features/usage/index.ts'
import { foldCounts } from './features/user-directory/index.ts'
import { clearOldTasks, resumeTasks } from './features/users/index.ts'
import { clearOldSelections } from './features/zip/index.ts'
import { deleteExpiredRateLimits } from './http/rate-limits.ts'
import type { ClockJob } from './jobs/clock.ts'

async function maintainSpareFile({ databaseKind, config }: Deps): Promise<void> {
  if (databaseKind === 'sqlite') await createSpareFile(sqliteFileIn(config.dataDir))
}

const SCRATCH_MS = 24 * 3_600_000

/** Longer than a purchase stays open. */
const RECENT_MS = 2 * 3_600_000

/** Recurring work and its schedule. */
export const housekeeping = (deps: Deps): ClockJob[] => [
  // Runs often, because on a full disk users wait for it before they can upload again.
  { name: 'delete-released-blobs', at: '*/10 * * * * *', run: () => deleteReleasedBlobs(deps) },
  { name: 'keep-spare-file', at: '*/20 * * * * *', run: () => maintainSpareFile(deps) },
  {
    name: 'store-process-report',
    at: '*/15 * * * * *',
    isPerProcess: true,
    run: () => storeReport(deps),
  },
  { name: 'clear-process-reports', at: '*/10 * * * *', run: () => clearOldReports(deps) },
  { name: 'index-for-search', at: '* * * * * *', run: () => indexQueuedItems(deps) },
  { name: 'refresh-search-tokens', at: '*/10 * * * * *', run: () => refreshTokens(deps) },
  {
    name: 'remove-trashed-from-indexes',
    at: '* * * * * *',
    run: () => removeTrashedFromIndexes(deps),
  },
  { name: 'remove-demo-accounts', at: '*/2 * * * *', run: () => removeExpiredDemos(deps) },
  { name: 'resume-emptyings', at: '*/15 * * * *', run: () => resumeEmptyings(deps) },
  { name: 'resume-account-deletions', at: '*/15 * * * *', run: () => resumeDeletions(deps) },
  { name: 'resume-user-tasks', at: '*/15 * * * *', run: () => resumeTasks(deps) },
  { name: 'clear-user-tasks', at: '50 3 * * *', run: () => clearOldTasks(deps) },
  {
    name: 'fold-user-counts',
    at: '*/5 * * * *',
    run: () => deps.transact(tx => foldCounts(tx)),
  },
  // Usage is billed by the database's clock, as that of one process may be ahead.
  { name: 'meter-usage', at: '2 * * * *', run: now => meterUsage({ ...deps, now }) },
  {
    name: 'begin-periods',
    at: '1 * * * *',
    run: async now => {
      await endOfAdministrators({ ...deps, now })
      await subscribeEveryone({ ...deps, now })
      await beginPeriods({ ...deps, now })
    },
  },
  { name: 'settle-periods', at: '4 * * * *', run: now => settlePeriods({ ...deps, now }) },
  { name: 'check-balances', at: '8 * * * *', run: () => checkBalances(deps) },
  { name: 'notify-charges', at: '9 * * * *', run: () => notifyCharges(deps) },
  { name: 'send-reminders', at: '*/10 * * * *', run: () => sendReminders(deps) },
  { name: 'check-spending', at: '6 * * * *', run: () => checkSpending(deps) },
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
  {
    name: 'trim-audit-log',
    at: '35 3 * * *',
    run: async () => trimAuditLog(deps, (await readSettings(deps.db)).audit_retention_days),
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
  {
    name: 'copy-plans',
    at: '*/5 * * * *',
    run: () => queueDueCopies(deps, () => gatewaysOf(deps)),
  },
  { name: 'resume-remote-uploads', at: '57 * * * *', run: () => resumeStalled(deps) },
  {
    name: 'delete-old-emails',
    at: '15 3 * * *',
    // They are files of this machine.
    isPerProcess: true,
    run: () => deleteOldEmails(deps),
  },
  {
    name: 'sync-open-payments',
    at: '*/5 * * * *',
    run: () => syncOpen(deps, deps.now().getTime() - RECENT_MS),
  },
  { name: 'sync-old-payments', at: '24 * * * *', run: () => syncOpen(deps) },
  { name: 'renew-subscriptions', at: '4 * * * *', run: () => renewDue(deps) },
  { name: 'sync-refunds', at: '14 * * * *', run: () => syncRefunds(deps) },
  { name: 'sync-subscriptions', at: '40 2 * * *', run: () => syncLive(deps) },
  // After the sync, which finds what events have missed.
  { name: 'reconcile-payments', at: '10 4 * * *', run: () => reconcile(deps) },
  { name: 'clear-gateway-events', at: '22 3 * * *', run: () => clearEventBodies(deps) },
  { name: 'sweep-orphans', at: '20 3 * * *', run: () => sweepOrphans(deps) },
  {
    name: 'follow-stores',
    at: '*/10 * * * * *',
    isPerProcess: true,
    run: deps.followStores,
  },
  {
    name: 'clear-scratch',
    at: '45 3 * * *',
    // They are files of this machine.
    isPerProcess: true,
    run: () => deps.blobs.clearScratch(new Date(deps.now().getTime() - SCRATCH_MS)),
  },
  { name: 'verify-contents', at: '50 * * * *', run: () => verifyContents(deps) },
  { name: 'queue-missing-previews', at: '30 3 * * *', run: () => queueMissingPreviews(deps) },
  { name: 'check-quotas', at: '40 3 * * *', run: () => checkQuotas(deps) },
]
