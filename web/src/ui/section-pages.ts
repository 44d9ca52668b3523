import { createContext } from 'react'

/** Opens the list of the section's pages on screens without a panel; null on other screens. */
export const OpenSectionPages = createContext<(() => void) | null>(null)
