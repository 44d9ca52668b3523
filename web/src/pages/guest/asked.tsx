import { useParams } from '@tanstack/react-router'
import { AskedPage } from '../../features/upload-requests/asked-page.tsx'
import { NotFoundPage } from '../not-found.tsx'

/** Spec §2, /request/:token/upload/:id? */
export function RequestUploadPage() {
  const { token = '' } = useParams({ strict: false })
  return <AskedPage key={token} token={token} missing={<NotFoundPage />} />
}
