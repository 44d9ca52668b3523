import type { GuestUploadRequest } from '@coffer/contract/guest-upload-requests'
import { Button } from '@mantine/core'
import { FolderUp, UploadCloud } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { canPickFolders } from '../../features/uploads/can-pick-folders.ts'
import classes from './upload-request-folder.module.css'
import type { GuestRequestFolder } from './use-upload-request-folder.ts'

interface RequestDropAreaProps {
  request: GuestUploadRequest
  folder: GuestRequestFolder
}

/** Drop area and upload buttons: large at first, compact once files were sent. */
export function RequestDropArea({ request, folder }: RequestDropAreaProps) {
  const { t } = useTranslation()
  const { isTop, isFillable, listing, upload, canDrag } = folder
  const { files_left, bytes_left } = request.attributes
  const isFull = files_left === 0 || bytes_left === 0
  const isSmall = !isTop || listing.rows.total > 0
  return (
    <section
      className={classes.pick}
      data-small={isSmall || undefined}
      aria-label={t('guest_requests.pick')}
    >
      <UploadCloud size={isSmall ? 24 : 40} strokeWidth={1.25} aria-hidden />
      <div className={classes.text}>
        <p className={classes.pickTitle}>
          {isFull
            ? t('guest_requests.full')
            : t(canDrag ? 'guest_requests.drop' : 'guest_requests.pick_here')}
        </p>
        {!isSmall && <p className={classes.pickText}>{t('guest_requests.drop_text')}</p>}
      </div>
      <div className={classes.buttons}>
        <Button size="md" disabled={isFull || !isFillable} onClick={() => upload(false)}>
          {t('guest_requests.choose')}
        </Button>
        {canPickFolders() && (
          <Button
            size="md"
            variant="default"
            disabled={isFull || !isFillable}
            leftSection={<FolderUp size={18} strokeWidth={1.75} aria-hidden />}
            onClick={() => upload(true)}
          >
            {t('guest_requests.choose_folder')}
          </Button>
        )}
      </div>
    </section>
  )
}
