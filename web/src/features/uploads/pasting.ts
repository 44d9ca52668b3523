import i18next from 'i18next'
import { useEffect, useRef } from 'react'
import { NO_HANDLES } from './file-handles.ts'
import type { Refusal } from './rejections.ts'
import { uploads } from './uploads.ts'

const ELSEWHERE = 'input, textarea, select, [contenteditable="true"]'
const OVER = 'dialog, [role="dialog"], [role="menu"]'

/** What is pasted where nothing is being written. What is answered with false is left to the browser. */
export function usePasteEvent(onPaste: (pasted: DataTransfer) => boolean): void {
  const latest = useRef(onPaste)
  latest.current = onPaste
  useEffect(() => {
    const listen = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest(ELSEWHERE)) return
      if (!event.clipboardData || document.querySelector(OVER)) return
      if (latest.current(event.clipboardData)) event.preventDefault()
    }
    addEventListener('paste', listen)
    return () => removeEventListener('paste', listen)
  }, [])
}

const two = (value: number): string => String(value).padStart(2, '0')

/** `Pasted image 2026-11-21 at 10.32.png`, as the clock on the wall says. */
function pastedName(at: Date, ending: string): string {
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  const time = `${two(at.getHours())}.${two(at.getMinutes())}`
  return `${i18next.t('uploads.pasted_image', { date, time })}.${ending}`
}

const JUST_NOW_MS = 10_000

/** Pictures that were no file before have this name in every browser, and are as old as the paste. */
const isNameless = ({ name, type, lastModified }: File, now: Date): boolean =>
  type.startsWith('image/') &&
  /^image\.\w+$/.test(name) &&
  now.getTime() - lastModified < JUST_NOW_MS

/** Pictures without a name of their own are called by the moment; files keep their names. */
export const named = (files: Iterable<File>, now: Date): File[] =>
  [...files].map(file =>
    isNameless(file, now)
      ? new File([file], pastedName(now, file.name.slice('image.'.length)), { type: file.type })
      : file,
  )

/** As what is dropped; with the folders among it, which no picture comes with. */
export function uploadPasted(pasted: DataTransfer, folderId: string | null): Promise<Refusal[]> {
  const now = new Date()
  const files = [...pasted.files]
  return files.some(file => isNameless(file, now))
    ? uploads().choose({ files: named(files, now), handles: NO_HANDLES }, folderId)
    : uploads().drop(pasted, folderId)
}
