import { useNavigate } from '@tanstack/react-router'
import { FailedLinksDialog } from '../../features/remote-uploads/failed-links-dialog.tsx'

/**
 * The list of failed links over the current page, opened by a toast, a notification or an email.
 */
export function FailedLinks() {
  const navigate = useNavigate()
  const close = () => void navigate({ to: '.', search: true, replace: true })
  return <FailedLinksDialog onClose={close} />
}
