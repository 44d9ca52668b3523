import { Html } from '../../lib/html.ts'

/** Paths of icons in a 24 × 24 grid, drawn like those of the app. */
const ICONS = {
  check: '<path d="M20 6 9 17l-5-5"/>',
  globe:
    '<circle cx="12" cy="12" r="10"/><path d="M12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20M2 12h20"/>',
  link: '<path d="M10 13a5 5 0 0 0 7.5.5l3-3a5 5 0 0 0-7-7l-1.7 1.7"/><path d="M14 11a5 5 0 0 0-7.5-.5l-3 3a5 5 0 0 0 7 7l1.7-1.7"/>',
  moon: '<path d="M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401"/>',
  search: '<path d="m21 21-4.34-4.34"/><circle cx="11" cy="11" r="8"/>',
  sun: '<circle cx="12" cy="12" r="4"/><path d="M12 2v2m0 16v2M4.93 4.93l1.41 1.41m11.32 11.32 1.41 1.41M2 12h2m16 0h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41"/>',
  upload: '<path d="M12 3v13m0-13L7 8m5-5 5 5M5 21h14"/>',
} as const

export const icon = (name: keyof typeof ICONS, size = 16): Html =>
  new Html(
    `<svg class="icon icon-${name}" width="${size}" height="${size}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${ICONS[name]}</svg>`,
  )

/** The Coffer logo: a chest with a brass handle. */
export const chest = (size: number): Html =>
  new Html(
    `<svg width="${size}" height="${size}" viewBox="0 0 32 32" aria-hidden="true"><path d="M8 12V9.6C8 6.5 10.6 5 16 5s8 1.5 8 4.6V12" fill="none" stroke="#d8a441" stroke-width="3"/><rect x="3" y="10.5" width="26" height="17" rx="4" fill="#0e8f7c"/><path d="M16 16.5a2 2 0 0 1 1.1 3.67l.5 2.33h-3.2l.5-2.33A2 2 0 0 1 16 16.5z" fill="#06332c"/></svg>`,
  )

export const folder = (color: string): Html =>
  new Html(
    `<svg class="folder" width="18" height="18" viewBox="0 0 24 24" aria-hidden="true"><path d="M3 7a2 2 0 0 1 2-2h4l2 2h8a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z" fill="${color}"/></svg>`,
  )
