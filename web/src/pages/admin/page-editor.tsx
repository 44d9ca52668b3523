import type { EditablePage } from '@coffer/contract/pages'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MarkdownPreview } from '../../features/pages-editor/markdown-preview.tsx'
import classes from '../../features/pages-editor/page-form.module.css'
import { PageForm } from '../../features/pages-editor/page-form.tsx'
import { pageQuery } from '../../features/pages-editor/pages.api.ts'
import { type PageEditor, usePageDraft } from '../../features/pages-editor/use-page-draft.ts'
import { VersionList } from '../../features/pages-editor/version-list.tsx'
import { ApiError } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { focusFirstError } from '../../ui/form/focus-first-error.ts'
import { useLeaveWarning } from '../../ui/form/use-leave-warning.ts'
import { PageHeader, type PageParent } from '../../ui/page-header.tsx'
import { PartFailure } from '../../ui/part-failure.tsx'
import { Scene } from '../../ui/scene.tsx'
import { successToast } from '../../ui/toasts/toasts.ts'

/** The pages about one page belong to their list. */
const usePagesLink = (): PageParent => ({
  label: useTranslation().t('admin.pages'),
  link: { to: '/admin/pages', search: {} },
})

/** The page /admin/page/create. */
export const CreatePagePage = () => <PageEditorForm />

/** The page /admin/pages/:slug. */
export function EditPagePage() {
  const { t } = useTranslation()
  const { slug = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(pageQuery(slug))
  if (data) return <PageEditorForm key={data.id} page={data} />
  return (
    <div className={classes.page}>
      <PageHeader title={t('admin.pages')} />
      <div className={classes.cards}>
        {error === null && [120, 480].map(height => <Skeleton key={height} height={height} />)}
        {error instanceof ApiError && error.is('page.not_found') ? (
          <EmptyState
            picture={<Scene time="night" />}
            title={t('not_found.title')}
            text={t('not_found.text')}
          >
            <Button renderRoot={props => <Link {...props} to="/admin/pages" />}>
              {t('pages.back')}
            </Button>
          </EmptyState>
        ) : (
          error && <PartFailure retry={refetch} />
        )}
      </div>
    </div>
  )
}

function PageEditorForm({ page }: { page?: EditablePage }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const parent = usePagesLink()
  const form = useRef<HTMLFormElement>(null)
  const editor = usePageDraft(page)
  const title = page?.attributes.title ?? t('pages.new')
  usePageTitle(title)
  useLeaveWarning(editor.isDirty)
  // Another address opens another editor, which would not have what is typed meanwhile.
  const [isMoving, setMoving] = useState(false)
  async function save(): Promise<void> {
    setMoving(editor.draft.slug !== page?.attributes.slug)
    const slug = await editor.save()
    if (slug !== undefined) {
      successToast(t(page ? 'pages.saved' : 'pages.created'))
      if (slug !== page?.attributes.slug)
        await navigate({
          to: '/admin/pages/$slug',
          params: { slug },
          replace: true,
          ignoreBlocker: true,
        })
    }
    setMoving(false)
    if (slug === undefined) focusFirstError(form.current)
  }
  const text = editor.draft.texts[editor.locale]
  return (
    <form
      ref={form}
      className={classes.page}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <PageHeader title={title} parent={parent}>
        <HeadButtons editor={editor} page={page} />
      </PageHeader>
      <div className={classes.columns}>
        <div className={classes.cards} inert={isMoving}>
          {page?.attributes.is_supplied && (
            <p className={classes.help}>{t('pages.supplied_help')}</p>
          )}
          <PageForm editor={editor} isRequired={page?.attributes.is_required ?? false} />
          {page && <VersionList page={page} isDisabled={editor.isDirty} />}
        </div>
        <aside className={classes.preview} aria-labelledby="page-preview">
          <h2 id="page-preview" className={classes.previewTitle}>
            {t('pages.preview')}
          </h2>
          {text && (text.title || text.content) ? (
            <MarkdownPreview {...text} />
          ) : (
            <p className={classes.help}>{t('pages.preview_empty')}</p>
          )}
        </aside>
      </div>
    </form>
  )
}

function HeadButtons({ editor, page }: { editor: PageEditor; page: EditablePage | undefined }) {
  const { t } = useTranslation()
  const { isDirty, isSaving, discard } = editor
  if (!isDirty && page)
    return page.attributes.visibility === 'draft' ? null : (
      <Button
        variant="default"
        component="a"
        href={`/page/${page.attributes.slug}`}
        target="_blank"
        rel="noopener"
        leftSection={<ExternalLink size={17} strokeWidth={1.75} aria-hidden />}
      >
        {t('pages.open')}
      </Button>
    )
  return (
    <>
      {isDirty && (
        <>
          <p role="status" className={classes.state}>
            <span className={classes.dot} aria-hidden />
            {t('pages.unsaved')}
          </p>
          <Button variant="default" disabled={isSaving} onClick={discard}>
            {t('pages.discard')}
          </Button>
        </>
      )}
      <Button type="submit" loading={isSaving}>
        {t(page ? 'pages.save' : 'pages.create')}
      </Button>
    </>
  )
}
