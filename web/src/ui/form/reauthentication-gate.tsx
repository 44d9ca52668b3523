import type { ReactNode } from 'react'
import { useReauthentication } from './reauthentication.ts'

interface ReauthenticationGateProps {
  /** The form that asks for the password. */
  children: ReactNode
  onClose: () => void
}

/** Shows users without a password how to set one instead of a form that they could not submit. */
export function ReauthenticationGate({ children, onClose }: ReauthenticationGateProps) {
  const { withoutPassword } = useReauthentication()
  return withoutPassword ? withoutPassword(onClose) : children
}
