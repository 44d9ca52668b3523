import type { DocumentType } from '@coffer/contract/document-types'
import type { UploadRequest } from '@coffer/contract/upload-requests'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { NewRequestForm } from './new-request-form.tsx'
import { OwnRequests } from './own-requests.tsx'
import classes from './requests-dialog.module.css'

interface RequestsDialogProps {
  /** Where the folder for what comes in is made; null is home. */
  folderId: string | null
  types: readonly DocumentType[]
  onCopy: (link: string) => void
  /** Its folder is there from the start. */
  onMade: () => void
  onClose: () => void
}

/** Asking others for files: a new request, and what became of those before. */
export function RequestsDialog({ onMade, ...props }: RequestsDialogProps) {
  const { t } = useTranslation()
  const { onClose, onCopy } = props
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, {
    getInitialValueInEffect: false,
  })
  const [made, setMade] = useState<UploadRequest | null>(null)
  return (
    <DialogBox
      opened
      onClose={onClose}
      title={t(made ? 'requests.made' : 'requests.title')}
      shape={isNarrow ? 'sheet' : 'box'}
      className={classes.dialog}
    >
      <div className={classes.body}>
        {made ? (
          <Made request={made} onCopy={onCopy} onAnother={() => setMade(null)} onClose={onClose} />
        ) : (
          <NewRequestForm
            {...props}
            onMade={request => {
              setMade(request)
              onMade()
            }}
          />
        )}
        <OwnRequests onCopy={onCopy} />
      </div>
    </DialogBox>
  )
}

interface MadeProps {
  request: UploadRequest
  onCopy: (link: string) => void
  onAnother: () => void
  onClose: () => void
}

function Made({ request, onCopy, onAnother, onClose }: MadeProps) {
  const { t } = useTranslation()
  const { link } = request.attributes
  return (
    <div className={classes.fields}>
      <div className={classes.address}>
        <input
          readOnly
          className={classes.link}
          aria-label={t('requests.link')}
          value={link}
          onFocus={event => event.currentTarget.select()}
        />
        <Button data-autofocus onClick={() => onCopy(link)}>
          {t('requests.copy')}
        </Button>
      </div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onAnother}>
          {t('requests.another')}
        </Button>
        <Button onClick={onClose}>{t('requests.done')}</Button>
      </div>
    </div>
  )
}
