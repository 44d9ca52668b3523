import { ItemName } from '@coffer/contract/items'
import { type FormEvent, useState } from 'react'
import { validateField } from '../../lib/form-errors.ts'
import { useIsMounted } from '../../lib/use-is-mounted.ts'
import { alertPopup } from '../../ui/popups/popups.ts'

/** Resolves with the server's error message, or null. */
type Save = () => Promise<string | null>

/**
 * Submits a form that names a folder: shows why the name was refused, or closes the form. A refusal
 * after the form was closed is shown as a popup.
 */
export function useNameForm(name: string, save: Save, onClose: () => void) {
  const [message, setMessage] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const isMounted = useIsMounted()
  return {
    message,
    busy,
    clearMessage: () => setMessage(null),
    submit: async (event: FormEvent) => {
      event.preventDefault()
      setBusy(true)
      const error = validateField(ItemName, name) ?? (await save())
      setBusy(false)
      setMessage(error)
      if (!error) onClose()
      else if (!isMounted.current) alertPopup({ title: error })
    },
  }
}
