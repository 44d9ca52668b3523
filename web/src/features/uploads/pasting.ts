import i18next from 'i18next'
import { useEffect, useRef } from 'react'

const FIELDS = 'input, textarea, select, [contenteditable="true"]'
const two = (value: number): string => String(value).padStart(2, '0')

/** `Pasted image 2026-11-21 at 10.32.png`, as the clock on the wall says. */
function pastedName(at: Date, ending: string): string {
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  const time = `${two(at.getHours())}.${two(at.getMinutes())}`
  return `${i18next.t('uploads.pasted_image', { date, time })}.${ending}`
}

/** What a type is called at the end of a name: `image/svg+xml` is `svg`. */
const endingOf = (type: string): string =>
  type.slice('image/'.length).split('+')[0]?.replace('jpeg', 'jpg') || 'png'

/** Pictures from the clipboard, which have no name of their own. */
function imagesIn({ clipboardData }: ClipboardEvent, now: Date): File[] {
  return [...(clipboardData?.files ?? [])]
    .filter(file => file.type.startsWith('image/'))
    .map(file => new File([file], pastedName(now, endingOf(file.type)), { type: file.type }))
}

/** Pictures that are pasted where nothing is being written. */
export function usePastedImages(onImages: (images: File[]) => void): void {
  const latest = useRef(onImages)
  latest.current = onImages
  useEffect(() => {
    const listen = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest(FIELDS)) return
      if (document.querySelector('dialog, [role="dialog"]')) return
      const images = imagesIn(event, new Date())
      if (images.length === 0) return
      event.preventDefault()
      latest.current(images)
    }
    addEventListener('paste', listen)
    return () => removeEventListener('paste', listen)
  }, [])
}
