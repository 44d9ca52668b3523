import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Layers, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import {
  DocumentTypeForm,
  type SavedType,
} from '../../features/document-types/document-type-form.tsx'
import {
  type Draft,
  subcategoryQuery,
  typeQuery,
  useDocumentTypeCalls,
} from '../../features/document-types/document-types.api.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { DocumentFrame, Loaded } from './document-frame.tsx'

const LIST = { to: '/admin/documents', search: {} } as const

/** The page /admin/document/create. */
export function CreateDocumentPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { createType } = useDocumentTypeCalls()
  return (
    <DocumentFrame
      title={t('admin_documents.add')}
      parent={{ label: t('admin.documents'), link: LIST }}
    >
      <DocumentTypeForm
        fieldsText={t('admin_documents.fields_text')}
        submitLabel={t('admin_documents.create')}
        onSubmit={async draft => {
          await createType(draft)
          successToast(t('admin_documents.created_named', { name: draft.name }))
          await navigate(LIST)
          return undefined
        }}
      />
    </DocumentFrame>
  )
}

/** The page /admin/document/:id/details. */
export function DocumentDetailsPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false })
  const query = useQuery(typeQuery(id))
  const { updateType } = useDocumentTypeCalls()
  return (
    <DocumentFrame
      title={query.data?.attributes.name ?? ''}
      parent={{ label: t('admin.documents'), link: LIST }}
      actions={<TypeLinks id={id} />}
    >
      <Loaded query={query}>
        {({ attributes }) => (
          <EditForm
            key={id}
            saved={attributes}
            fieldsText={t('admin_documents.fields_text')}
            save={draft => updateType(id, draft)}
          />
        )}
      </Loaded>
    </DocumentFrame>
  )
}

interface EditFormProps {
  saved: SavedType
  fieldsText: string
  save: (draft: Draft) => Promise<SavedType>
}

/** The form of a type or subcategory that exists. */
function EditForm({ saved, fieldsText, save }: EditFormProps) {
  const { t } = useTranslation()
  return (
    <DocumentTypeForm
      saved={saved}
      fieldsText={fieldsText}
      submitLabel={t('admin_documents.save')}
      onSubmit={async draft => {
        const stored = await save(draft)
        successToast(t('admin_documents.saved', { name: draft.name }))
        return stored
      }}
    />
  )
}

/** Links to the other pages of a type. */
function TypeLinks({ id }: { id: string }) {
  const { t } = useTranslation()
  const params = { id }
  return (
    <>
      <Button
        variant="default"
        leftSection={<Layers size={17} strokeWidth={1.75} aria-hidden />}
        renderRoot={props => (
          <Link {...props} to="/admin/subcategories/$id" params={params} search={{}} />
        )}
      >
        {t('admin_documents.show_subcategories')}
      </Button>
      <Button
        variant="default"
        leftSection={<Trash2 size={17} strokeWidth={1.75} aria-hidden />}
        renderRoot={props => <Link {...props} to="/admin/document/$id/delete" params={params} />}
      >
        {t('admin_documents.delete')}
      </Button>
    </>
  )
}

const subcategoriesOf = (id: string) =>
  ({ to: '/admin/subcategories/$id', params: { id }, search: {} }) as const

/** The page /admin/subcategory/:id/create; the id is that of the document type. */
export function CreateSubcategoryPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id = '' } = useParams({ strict: false })
  const { createSubcategory } = useDocumentTypeCalls()
  return (
    <DocumentFrame
      title={t('admin_subcategories.add')}
      parent={{ label: t('admin_documents.subcategories'), link: subcategoriesOf(id) }}
    >
      <DocumentTypeForm
        fieldsText={t('admin_documents.subcategory_fields_text')}
        submitLabel={t('admin_documents.create')}
        onSubmit={async draft => {
          await createSubcategory(id, draft)
          successToast(t('admin_documents.created_named', { name: draft.name }))
          await navigate(subcategoriesOf(id))
          return undefined
        }}
      />
    </DocumentFrame>
  )
}

/** The page /admin/subcategories/:id/details; the id is that of the subcategory. */
export function SubcategoryDetailsPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false })
  const query = useQuery(subcategoryQuery(id))
  const { updateSubcategory } = useDocumentTypeCalls()
  const typeId = query.data?.attributes.type_document_id
  return (
    <DocumentFrame
      title={query.data?.attributes.name ?? ''}
      parent={{
        label: t('admin_documents.subcategories'),
        link: typeId ? subcategoriesOf(typeId) : LIST,
      }}
    >
      <Loaded query={query}>
        {({ attributes }) => (
          <EditForm
            key={id}
            saved={attributes}
            fieldsText={t('admin_documents.subcategory_fields_text')}
            save={draft => updateSubcategory(id, draft)}
          />
        )}
      </Loaded>
    </DocumentFrame>
  )
}
