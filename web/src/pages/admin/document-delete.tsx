import type { DocumentTypeRow } from '@coffer/contract/document-type-editing'
import type { DocumentType } from '@coffer/contract/document-types'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  typeQuery,
  usageQuery,
  useDocumentTypeCalls,
} from '../../features/document-types/document-types.api.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import { successToast } from '../../ui/toasts/toasts.ts'
import classes from './document-frame.module.css'
import { DocumentFrame, Loaded } from './document-frame.tsx'

/** The page /admin/document/:id/delete: deletes a type, or says what uses it. */
export function DeleteDocumentPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false })
  const query = useQuery(typeQuery(id))
  const name = query.data?.attributes.name
  return (
    <DocumentFrame
      title={name ? t('admin_documents.delete_title', { name }) : ''}
      parent={{
        label: name ?? t('admin_documents.details'),
        link: { to: '/admin/document/$id/details', params: { id } },
      }}
    >
      <Loaded query={query}>{type => <Usage type={type} />}</Loaded>
    </DocumentFrame>
  )
}

function Usage({ type }: { type: DocumentType }) {
  const query = useQuery(usageQuery(type))
  return (
    <Loaded query={query}>
      {row => (row && isUsed(row) ? <Blocked row={row} /> : <DeleteCard type={type} />)}
    </Loaded>
  )
}

const isUsed = ({ meta, relationships }: DocumentTypeRow): boolean =>
  meta.items > 0 || relationships.subcategories.data.length > 0

function Blocked({ row: { id, meta, relationships } }: { row: DocumentTypeRow }) {
  const { t } = useTranslation()
  const subcategories = relationships.subcategories.data.length
  const params = { id }
  return (
    <div className={classes.card}>
      <SectionCard
        title={t('admin_documents.delete_blocked')}
        text={t('admin_documents.delete_hint')}
      >
        <ul className={classes.uses}>
          {meta.items > 0 && <li>{t('admin_documents.delete_items', { count: meta.items })}</li>}
          {subcategories > 0 && (
            <li>{t('admin_documents.delete_subcategories', { count: subcategories })}</li>
          )}
        </ul>
        {subcategories > 0 && (
          <div>
            <Button
              variant="default"
              renderRoot={props => (
                <Link {...props} to="/admin/subcategories/$id" params={params} search={{}} />
              )}
            >
              {t('admin_documents.show_subcategories')}
            </Button>
          </div>
        )}
      </SectionCard>
    </div>
  )
}

function DeleteCard({ type: { id, attributes } }: { type: DocumentType }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { deleteType } = useDocumentTypeCalls()
  const [busy, setBusy] = useState(false)
  async function remove() {
    setBusy(true)
    try {
      // Before the type's own page is fetched again without it.
      await navigate({ to: '/admin/documents', search: {} })
      await deleteType(id)
      successToast(t('admin_documents.deleted', { name: attributes.name }))
    } catch (error) {
      failurePopup(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={classes.card}>
      <SectionCard title={attributes.name} text={t('admin_documents.delete_text')}>
        <div>
          <Button color="danger" loading={busy} onClick={() => void remove()}>
            {t('admin_documents.delete_confirm')}
          </Button>
        </div>
      </SectionCard>
    </div>
  )
}
