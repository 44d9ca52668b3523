import type { ErrorCode } from '@coffer/contract'
import i18next from 'i18next'
import { ApiError } from '../../lib/api.ts'
import { confirmPopup, failurePopup } from '../popups/popups.ts'

const CONFLICTS: readonly ErrorCode[] = [
  'page.changed_concurrently',
  'document_type.changed_concurrently',
  'settings.changed_concurrently',
]

/** Whether a form was rejected because someone else has saved what it edits. */
export const isChangedConcurrently = (error: unknown): error is ApiError =>
  error instanceof ApiError && CONFLICTS.some(code => error.is(code))

/**
 * Offers to replace what was typed by the newer version, which `load` shows. Otherwise, and if it
 * cannot be loaded, the form keeps what was typed.
 */
export async function offerNewerVersion(
  { problem }: ApiError,
  load: () => Promise<void>,
  message = i18next.t('popups.newer_text'),
): Promise<void> {
  const isWanted = await confirmPopup({
    title: problem?.title ?? '',
    message,
    confirm: i18next.t('popups.newer_load'),
    cancel: i18next.t('popups.newer_keep'),
  })
  if (isWanted) await load().catch(failurePopup)
}
