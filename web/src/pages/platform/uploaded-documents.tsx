import { Tags } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useListingCache } from '../../features/browse/listing-cache.ts'
import { useDocumentTypes } from '../../features/documents/document-types.api.ts'
import { TrayNote } from '../../features/uploads/tray-note.tsx'
import type { Uploaded } from '../../features/uploads/without-document.ts'

const DocumentDialog = lazy(async () => ({
  default: (await import('../../features/documents/document-dialog.tsx')).DocumentDialog,
}))

const itemOf = ({ itemId, name }: Uploaded) => ({
  id: itemId,
  type: 'file' as const,
  attributes: { name, tipo_id: null, subcategory_id: null },
})

/** Offers a document type for files that were uploaded without one. */
export function UploadedDocuments({ uploaded }: { uploaded: readonly Uploaded[] }) {
  const { t } = useTranslation()
  const cache = useListingCache()
  const hasTypes = useDocumentTypes().length > 0
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(NONE)
  const [editing, setEditing] = useState<readonly Uploaded[] | null>(null)
  const open = uploaded.filter(({ itemId }) => !dismissed.has(itemId))
  const dismissAll = () => setDismissed(new Set(uploaded.map(({ itemId }) => itemId)))
  if (!hasTypes || (open.length === 0 && !editing)) return null
  return (
    <>
      {open.length > 0 && (
        <TrayNote
          icon={Tags}
          title={t('documents.uploaded', { count: open.length })}
          action={t('documents.choose')}
          onAction={() => setEditing(open)}
          dismiss={t('documents.not_now')}
          onDismiss={dismissAll}
        />
      )}
      <Suspense>
        {editing && (
          <DocumentDialog
            items={editing.map(itemOf)}
            cache={cache}
            onDone={() => {
              dismissAll()
              setEditing(null)
            }}
            onClose={() => setEditing(null)}
          />
        )}
      </Suspense>
    </>
  )
}

const NONE: ReadonlySet<string> = new Set()
