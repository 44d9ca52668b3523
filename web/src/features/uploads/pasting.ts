import i18next from 'i18next'
import { useEffect, useRef } from 'react'
import { isOverlayOpen } from '../../ui/modal-dialog.ts'
import { NO_HANDLES } from './file-handles.ts'
import type { Rejection } from './rejections.ts'
import { uploads } from './uploads.ts'

const EDITABLE = 'input, textarea, select, [contenteditable="true"]'

/**
 * Calls back for pastes outside text fields and dialogs. When the callback returns false, the
 * browser handles the paste.
 */
export function usePasteEvent(onPaste: (pasted: DataTransfer) => boolean): void {
  const latest = useRef(onPaste)
  latest.current = onPaste
  useEffect(() => {
    const listen = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest(EDITABLE)) return
      if (!event.clipboardData || isOverlayOpen()) return
      if (latest.current(event.clipboardData)) event.preventDefault()
    }
    addEventListener('paste', listen)
    return () => removeEventListener('paste', listen)
  }, [])
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** For example `Pasted image 2026-11-21 at 10.32.png`, in local time. */
function pastedName(at: Date, extension: string): string {
  const date = `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`
  const time = `${twoDigits(at.getHours())}.${twoDigits(at.getMinutes())}`
  return `${i18next.t('uploads.pasted_image', { date, time })}.${extension}`
}

const JUST_NOW_MS = 10_000

/**
 * Image data that did not come from a file has this name in every browser, and the time of the
 * paste as its date.
 */
const isNameless = ({ name, type, lastModified }: File, now: Date): boolean =>
  type.startsWith('image/') &&
  /^image\.\w+$/.test(name) &&
  now.getTime() - lastModified < JUST_NOW_MS

/** Names image data after the time of the paste; files keep their names. */
export const nameImages = (files: Iterable<File>, now: Date): File[] =>
  [...files].map(file =>
    isNameless(file, now)
      ? new File([file], pastedName(now, file.name.slice('image.'.length)), { type: file.type })
      : file,
  )

/** Uploads pasted files like a drop, including folders; image data gets a name first. */
export function uploadPasted(pasted: DataTransfer, folderId: string | null): Promise<Rejection[]> {
  const now = new Date()
  const files = [...pasted.files]
  return files.some(file => isNameless(file, now))
    ? uploads().choose({ files: nameImages(files, now), handles: NO_HANDLES }, folderId)
    : uploads().drop(pasted, folderId)
}
