import type { DocumentType } from '@coffer/contract/document-types'
import type { UploadRequest } from '@coffer/contract/upload-requests'
import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { useNarrowScreen } from '../../ui/screen.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { OwnRequests } from './own-requests.tsx'
import { RequestForm } from './request-form.tsx'
import type { Values } from './request-form-values.ts'
import classes from './requests-dialog.module.css'

interface RequestsDialogProps {
  /** The parent of the folder that a new request creates; null is home. */
  folderId: string | null
  /** The request to edit; undefined for a new one. */
  edited?: UploadRequest | undefined
  types: readonly DocumentType[]
  onCopy: (link: string) => void
  /** Called when a request and its folder were created. */
  onCreated: () => void
  onClose: () => void
}

type View =
  | { kind: 'new' }
  | { kind: 'created'; request: UploadRequest }
  | { kind: 'change'; request: UploadRequest }
const TITLES = {
  new: 'upload_requests.title',
  created: 'upload_requests.created',
  change: 'upload_requests.change',
} as const

/** The dialog for upload requests: a form for a new one, and a list of the user's requests. */
export function RequestsDialog({ edited, onCreated, ...props }: RequestsDialogProps) {
  const { t } = useTranslation()
  const { onClose, onCopy } = props
  const isNarrow = useNarrowScreen()
  /** The draft of a new request stays while another request is edited. */
  const draft = useRef<Values>(undefined)
  const [view, setView] = useState<View>(
    edited ? { kind: 'change', request: edited } : { kind: 'new' },
  )
  const showList = () => (edited ? onClose() : setView({ kind: 'new' }))
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
        {view.kind === 'created' && (
          <RequestCreated
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
              showList()
            }}
            onClose={showList}
          />
        )}
        {view.kind === 'new' && (
          <RequestForm
            {...props}
            request={null}
            draft={draft.current}
            onType={values => {
              draft.current = values
            }}
            onDone={request => {
              draft.current = undefined
              setView({ kind: 'created', request })
              onCreated()
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

interface RequestCreatedProps {
  request: UploadRequest
  onCopy: (link: string) => void
  onAnother: () => void
  onClose: () => void
}

function RequestCreated({ request, onCopy, onAnother, onClose }: RequestCreatedProps) {
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
