import { type Chooser, type PasswordFault, passwordFault } from '@coffer/contract/password-choice'
import { useEffect, useState } from 'react'
import { config } from '../../lib/config.ts'

/** Why the server will refuse a password; the list comes once somebody types. */
export function usePasswordFault(password: string, chooser: Chooser = {}): PasswordFault | null {
  const [common, setCommon] = useState('')
  const isTyping = password !== ''
  useEffect(() => {
    if (!isTyping) return
    // Without the list the server still says what it finds.
    import('@coffer/contract/common-passwords').then(
      ({ COMMON_PASSWORDS }) => setCommon(COMMON_PASSWORDS),
      () => undefined,
    )
  }, [isTyping])
  return isTyping ? passwordFault(password, { ...chooser, app: config().appName }, common) : null
}
