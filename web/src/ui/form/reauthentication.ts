import { createContext, type ReactNode, use } from 'react'

/** By what somebody shows that it is he who sits there. */
interface Reauthentication {
  hasTwoFactor: boolean
  /** What stands in a dialog in place of all that needs a password; null for whoever has one. */
  withoutPassword: ((onClose: () => void) => ReactNode) | null
}

/** Pages say it, as dialogs of many features ask. */
export const ReauthenticationContext = createContext<Reauthentication | null>(null)

export function useReauthentication(): Reauthentication {
  const reauthentication = use(ReauthenticationContext)
  if (reauthentication === null)
    throw new Error('No page above says by what somebody proves who he is.')
  return reauthentication
}
