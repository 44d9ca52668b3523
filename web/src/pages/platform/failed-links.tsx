import { useNavigate } from '@tanstack/react-router'
import { FailedLinksDialog } from '../../features/remote-uploads/failed-links-dialog.tsx'

/** Over the page whose address asks for it: a toast, a notification or a letter led there. */
export function FailedLinks() {
  const navigate = useNavigate()
  const close = () => void navigate({ to: '.', search: true, replace: true })
  return <FailedLinksDialog onClose={close} />
}
