import i18next from 'i18next'
import { config } from '../../lib/config.ts'
import { formatBytes } from '../../lib/format.ts'
import { readerLocale } from '../../lib/locale.ts'
import { alertPopup } from '../../ui/popups/popups.ts'
import { dangerToast } from '../../ui/toasts/toasts.ts'
import { isParentGone } from './classify-response.ts'
import type { Refusal } from './rejections.ts'
import type { Failure } from './uploads.types.ts'

/** More toasts than this would bury the page; the tray has them all. */
const MOST_TOASTS = 3
const MOST_LINES = 15

/** Spec §5: a toast for an empty file, an alert that names the type, one that names the limit. */
export function announceRefusals(refused: readonly Refusal[]): void {
  const { t } = i18next
  const empty = refused.filter(refusal => refusal.reason === 'empty')
  for (const { name } of empty.slice(0, MOST_TOASTS))
    dangerToast(t('uploads.empty_file', { file: name }))
  const types = new Set(refused.flatMap(one => (one.reason === 'type' ? [one.type] : [])))
  const locale = readerLocale(i18next.language, navigator.languages)
  const titles = [
    types.size > 0 && t('uploads.type_title', { type: [...types].join(', ') }),
    refused.some(one => one.reason === 'size') &&
      t('uploads.size_title', { limit: formatBytes(config().uploadLimit, locale) }),
  ].filter(title => title !== false)
  const [title, ...more] = titles
  if (title) alertPopup({ title, message: [...more, t('uploads.type_text')].join('\n') })
}

/** Why a file was refused, in a few words. */
export function reasonText(refusal: Refusal): string {
  if (refusal.reason === 'told') return refusal.text
  if (refusal.reason === 'type') return i18next.t('uploads.reason_type', { type: refusal.type })
  return i18next.t(`uploads.reason_${refusal.reason}`)
}

/** All that was refused and why, in one list. */
export function showRefusals(refused: readonly Refusal[]): void {
  const { t } = i18next
  const lines = refused
    .slice(0, MOST_LINES)
    .map(refusal => `${refusal.name} – ${reasonText(refusal)}`)
  const left = refused.length - lines.length
  alertPopup({
    style: 'accent',
    title: t('uploads.refused', { count: refused.length }),
    message: [...lines, left > 0 && t('uploads.refused_more', { count: left })]
      .filter(Boolean)
      .join('\n'),
    confirm: t('uploads.understood'),
  })
}

/** Why an upload stopped, in one line below its name. */
export function failureText({ code, message, title }: Failure): string {
  if (code === 'unreadable') return i18next.t('uploads.unreadable')
  if (code === 'unreachable') return i18next.t('uploads.unreachable')
  return message ?? title ?? i18next.t('uploads.stopped')
}

/** Spec §8, upload: a popup for each status. What can be mended in the tray, the tray alone says. */
export function announceFailure(failure: Failure): void {
  const { status } = failure
  if (status > 0 && status < 502 && !isParentGone(failure)) alertPopup(popupOf(failure))
}

function popupOf({ status, code, title, message }: Failure): { title: string; message?: string } {
  const { t } = i18next
  const generic = {
    title: title ?? t('popup_error.title'),
    message: message ?? t('popup_error.message'),
  }
  if (code === 'upload.type_not_allowed')
    return { ...generic, title: t('uploads.blacklisted_title') }
  if (status === 413) return { ...generic, title: t('uploads.too_large_title') }
  // The server's message is all that is to be said.
  if (status === 401) return { title: generic.message }
  return generic
}
