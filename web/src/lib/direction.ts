const MIRRORED: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/** Whether the page is read from right to left. */
export const isMirrored = (): boolean => document.documentElement.dir === 'rtl'

/** What a key says of the way that is read: there the arrow to the left leads on. */
export const alongReading = (key: string): string => (isMirrored() && MIRRORED[key]) || key
