import { createContext, type ReactNode, use } from 'react'

/** How the user can reauthenticate. */
interface Reauthentication {
  hasTwoFactor: boolean
  /** Replaces the content of dialogs that need a password; null for users who have one. */
  withoutPassword: ((onClose: () => void) => ReactNode) | null
}

/** Provided by pages, because dialogs of many features read it. */
export const ReauthenticationContext = createContext<Reauthentication | null>(null)

export function useReauthentication(): Reauthentication {
  const reauthentication = use(ReauthenticationContext)
  if (reauthentication === null)
    throw new Error('There is no ReauthenticationProvider above this component.')
  return reauthentication
}
