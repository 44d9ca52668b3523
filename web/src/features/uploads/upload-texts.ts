import i18next from 'i18next'
import { config } from '../../lib/config.ts'
import { formatBytes } from '../../lib/format.ts'
import { readerLocale } from '../../lib/locale.ts'
import { alertPopup, alertTextsOf } from '../../ui/popups/popups.ts'
import { dangerToast } from '../../ui/toasts/toasts.ts'
import { needsOtherFolder } from './classify-response.ts'
import type { Rejection } from './rejections.ts'
import { uploads } from './uploads.ts'
import type { Failure } from './uploads.types.ts'

/** More toasts would cover the page; the tray lists all rejections. */
const MAX_TOASTS = 3
const MAX_LINES = 15

/**
 * Announces rejected files: a toast for an empty file, an alert for a type or a size (UPL-20,
 * UPL-22, UPL-23).
 */
export function announceRejections(rejected: readonly Rejection[]): void {
  const { t } = i18next
  const empty = rejected.filter(rejection => rejection.reason === 'empty')
  for (const { name } of empty.slice(0, MAX_TOASTS))
    dangerToast(t('uploads.empty_file', { file: name }))
  const types = new Set(
    rejected.flatMap(rejection => (rejection.reason === 'type' ? [rejection.type] : [])),
  )
  const locale = readerLocale(i18next.language, navigator.languages)
  const titles = [
    types.size > 0 && t('uploads.type_title', { type: [...types].join(', ') }),
    rejected.some(rejection => rejection.reason === 'size') &&
      t('uploads.size_title', { limit: formatBytes(config().uploadLimit, locale) }),
  ].filter(title => title !== false)
  const [title, ...more] = titles
  if (!title) return
  const { store } = uploads().queue
  const isRunning = store.has('begun') || store.has('waiting')
  const lines = isRunning ? [...more, t('uploads.type_text')] : more
  alertPopup({ title, message: lines.join('\n') || undefined })
}

/** Short reason why a file was rejected. */
export function reasonText(rejection: Rejection): string {
  if (rejection.reason === 'server') return rejection.text
  if (rejection.reason === 'type') return i18next.t('uploads.reason_type', { type: rejection.type })
  return i18next.t(`uploads.reason_${rejection.reason}`)
}

/** Lists all rejected files with their reasons in an alert. */
export function showRejections(rejected: readonly Rejection[]): void {
  const { t } = i18next
  const lines = rejected
    .slice(0, MAX_LINES)
    .map(rejection => `${rejection.name} – ${reasonText(rejection)}`)
  const hiddenCount = rejected.length - lines.length
  alertPopup({
    style: 'accent',
    title: t('uploads.refused', { count: rejected.length }),
    message: [...lines, hiddenCount > 0 && t('uploads.refused_more', { count: hiddenCount })]
      .filter(Boolean)
      .join('\n'),
    confirm: t('uploads.understood'),
  })
}

/** Reason why an upload failed, on one line. */
export function failureText({ code, message, title }: Failure): string {
  if (code === 'unreadable') return i18next.t('uploads.unreadable')
  if (code === 'unreachable') return i18next.t('uploads.unreachable')
  return message ?? title ?? i18next.t('uploads.stopped')
}

/**
 * UPL-24: shows a popup for each status. Failures that can be resolved in the tray are shown only
 * there.
 */
export function announceFailure(failure: Failure): void {
  const { status } = failure
  if (status > 0 && status < 502 && !needsOtherFolder(failure)) alertPopup(popupOf(failure))
}

function popupOf(failure: Failure): { title: string; message?: string } {
  const { t } = i18next
  const { status, code } = failure
  const generic = alertTextsOf(failure)
  if (code === 'upload.type_not_allowed')
    return { ...generic, title: t('uploads.blacklisted_title') }
  if (status === 413) return { ...generic, title: t('uploads.too_large_title') }
  // UPL-24: the server's message is the title.
  if (status === 401) return { title: generic.message }
  return generic
}
