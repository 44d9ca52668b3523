import type { ReactNode } from 'react'
import { useReauthentication } from './reauthentication.ts'

interface ProofGateProps {
  /** What asks for a password. */
  children: ReactNode
  onClose: () => void
}

/** Whoever has no password yet finds the way to one here, and nothing that he would fill in in vain. */
export function ReauthenticationGate({ children, onClose }: ProofGateProps) {
  const { withoutPassword } = useReauthentication()
  return withoutPassword ? withoutPassword(onClose) : children
}
