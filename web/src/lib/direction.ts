const MIRRORED: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/** Whether the language of the page is written from right to left. */
export const isMirrored = (): boolean => document.documentElement.dir === 'rtl'

/** Swaps the left and right arrow keys in languages written from right to left. */
export const alongReading = (key: string): string => (isMirrored() && MIRRORED[key]) || key
