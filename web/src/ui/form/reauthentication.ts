import { createContext, type ReactNode, use } from 'react'

/** By what somebody shows that it is he who sits there. */
interface Proof {
  hasTwoFactor: boolean
  /** What stands in a dialog in place of all that needs a password; null for whoever has one. */
  withoutPassword: ((onClose: () => void) => ReactNode) | null
}

/** Pages say it, as dialogs of many features ask. */
export const ProofContext = createContext<Proof | null>(null)

export function useProof(): Proof {
  const proof = use(ProofContext)
  if (proof === null) throw new Error('No page above says by what somebody proves who he is.')
  return proof
}
