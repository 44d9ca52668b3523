import { createContext } from 'react'

/** Opens the list of the section's pages, where no panel shows them; null elsewhere. */
export const OpenSectionPages = createContext<(() => void) | null>(null)
