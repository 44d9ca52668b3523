import { vi } from 'vitest'

/** jsdom has no media queries; none of them matches. */
export const stubMatchMedia = () =>
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
