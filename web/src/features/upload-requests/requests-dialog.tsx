import type { DocumentType } from '@coffer/contract/document-types'
import type { UploadRequest } from '@coffer/contract/upload-requests'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { useNarrowScreen } from '../../ui/screen.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { OwnRequests } from './own-requests.tsx'
import { RequestForm } from './request-form.tsx'
import classes from './requests-dialog.module.css'

interface RequestsDialogProps {
  /** Where the folder for what comes in is made; null is home. */
  folderId: string | null
  /** The one to be changed first; left out for a new one. */
  changed?: UploadRequest | undefined
  types: readonly DocumentType[]
  onCopy: (link: string) => void
  /** Its folder is there from the start. */
  onMade: () => void
  onClose: () => void
}

type View =
  | { kind: 'new' }
  | { kind: 'made'; request: UploadRequest }
  | { kind: 'change'; request: UploadRequest }
const TITLES = {
  new: 'upload_requests.title',
  made: 'upload_requests.made',
  change: 'upload_requests.change',
} as const

/** Asking others for files: a new request, and what became of those before. */
export function RequestsDialog({ changed, onMade, ...props }: RequestsDialogProps) {
  const { t } = useTranslation()
  const { onClose, onCopy } = props
  const isNarrow = useNarrowScreen()
  const [view, setView] = useState<View>(
    changed ? { kind: 'change', request: changed } : { kind: 'new' },
  )
  const backToAll = () => (changed ? onClose() : setView({ kind: 'new' }))
  return (
    <DialogBox
      key={view.kind}
      opened
      onClose={onClose}
      title={t(TITLES[view.kind])}
      shape={isNarrow ? 'sheet' : 'box'}
      className={classes.dialog}
    >
      <div className={classes.body}>
        {view.kind === 'made' && (
          <Made
            request={view.request}
            onCopy={onCopy}
            onAnother={() => setView({ kind: 'new' })}
            onClose={onClose}
          />
        )}
        {view.kind === 'change' && (
          <RequestForm
            {...props}
            request={view.request}
            onDone={() => {
              successToast(t('upload_requests.saved'))
              backToAll()
            }}
            onClose={backToAll}
          />
        )}
        {view.kind === 'new' && (
          <RequestForm
            {...props}
            request={null}
            onDone={request => {
              setView({ kind: 'made', request })
              onMade()
            }}
          />
        )}
        {view.kind !== 'change' && (
          <OwnRequests
            onCopy={onCopy}
            onChange={request => setView({ kind: 'change', request })}
            onLeave={onClose}
          />
        )}
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
          aria-label={t('upload_requests.link')}
          value={link}
          onFocus={event => event.currentTarget.select()}
        />
        <Button data-autofocus onClick={() => onCopy(link)}>
          {t('upload_requests.copy')}
        </Button>
      </div>
      <DialogButtons>
        <Button variant="default" onClick={onAnother}>
          {t('upload_requests.another')}
        </Button>
        <Button onClick={onClose}>{t('upload_requests.done')}</Button>
      </DialogButtons>
    </div>
  )
}
