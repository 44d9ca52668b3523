import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Layers, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
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
import type { PageParent } from '../../ui/page-header.tsx'
import { successToast } from '../../ui/toasts/toasts.ts'
import classes from './document-frame.module.css'
import { DocumentFrame, Loaded } from './document-frame.tsx'

const LIST = { to: '/admin/documents', search: {} } as const

interface CreatePageProps {
  title: string
  parent: PageParent
  fieldsText: string
  create: (draft: Draft) => Promise<unknown>
}

/** The form of a new type or subcategory. Saved or cancelled, it leads back to the list. */
function CreatePage({ title, parent, fieldsText, create }: CreatePageProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const formId = useId()
  const [busy, setBusy] = useState(false)
  async function submit(draft: Draft): Promise<undefined> {
    setBusy(true)
    try {
      await create(draft)
      successToast(t('admin_documents.created_named', { name: draft.name }))
      await navigate({ ...parent.link, ignoreBlocker: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    <DocumentFrame
      title={title}
      parent={parent}
      submit={
        <>
          <Button
            variant="default"
            className={classes.cancel}
            renderRoot={props => <Link {...props} {...parent.link} />}
          >
            {t('popups.cancel')}
          </Button>
          <Button type="submit" form={formId} loading={busy}>
            {t('admin_documents.create')}
          </Button>
        </>
      }
    >
      <DocumentTypeForm id={formId} fieldsText={fieldsText} onSubmit={submit} />
    </DocumentFrame>
  )
}

/** The page /admin/document/create. */
export function CreateDocumentPage() {
  const { t } = useTranslation()
  const { createType } = useDocumentTypeCalls()
  return (
    <CreatePage
      title={t('admin_documents.add')}
      parent={{ label: t('admin.documents'), link: LIST }}
      fieldsText={t('admin_documents.fields_text')}
      create={createType}
    />
  )
}

/** The page /admin/document/:id/details. */
export function DocumentDetailsPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false })
  const query = useQuery(typeQuery(id))
  const { updateType, loadType } = useDocumentTypeCalls()
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
            load={() => loadType(id)}
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
  load: () => Promise<SavedType>
}

/** The form of a type or subcategory that exists. */
function EditForm({ saved, fieldsText, save, load }: EditFormProps) {
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
      load={load}
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
  const { id = '' } = useParams({ strict: false })
  const { createSubcategory } = useDocumentTypeCalls()
  return (
    <CreatePage
      title={t('admin_subcategories.add')}
      parent={{ label: t('admin_documents.subcategories'), link: subcategoriesOf(id) }}
      fieldsText={t('admin_documents.subcategory_fields_text')}
      create={draft => createSubcategory(id, draft)}
    />
  )
}

/** The page /admin/subcategories/:id/details; the id is that of the subcategory. */
export function SubcategoryDetailsPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false })
  const query = useQuery(subcategoryQuery(id))
  const { updateSubcategory, loadSubcategory } = useDocumentTypeCalls()
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
            load={() => loadSubcategory(id)}
          />
        )}
      </Loaded>
    </DocumentFrame>
  )
}
