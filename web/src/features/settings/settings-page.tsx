import { Button, Skeleton } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../lib/document-title.ts'
import { focusFirstError } from '../../ui/form/focus-first-error.ts'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { useLeaveWarning } from '../../ui/form/use-leave-warning.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { PartFailure } from '../../ui/part-failure.tsx'
import { type AnyForm, SettingsFormContext } from './settings-form-context.ts'
import classes from './settings-page.module.css'

interface SettingsPageProps {
  title: string
  form: unknown
  /** A live preview beside the form; below it on narrow screens. */
  preview?: ReactNode
  children: ReactNode
}

/** A settings page: its head says what is not saved, and its cards hold the settings. */
export function SettingsPage({ title, form: anyForm, preview, children }: SettingsPageProps) {
  const form = anyForm as AnyForm
  const page = useRef<HTMLFormElement>(null)
  usePageTitle(title)
  const isDirty = form.changes.length > 0
  useLeaveWarning(isDirty)
  const save = async () => {
    if (!(await form.save())) focusFirstError(page.current)
  }
  return (
    <SettingsFormContext value={form}>
      <form
        ref={page}
        className={classes.page}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (isDirty) void save()
        }}
      >
        <PageHeader title={title}>
          <Unsaved form={form} />
        </PageHeader>
        <div className={classes.columns} data-preview={preview !== undefined || undefined}>
          <div className={classes.cards}>
            <FormFailure>{form.failure}</FormFailure>
            <Content form={form}>{children}</Content>
          </div>
          {preview && form.query.data && <aside className={classes.preview}>{preview}</aside>}
        </div>
      </form>
    </SettingsFormContext>
  )
}

function Content({ form, children }: { form: AnyForm; children: ReactNode }) {
  const { t } = useTranslation()
  if (form.query.data) return children
  if (form.query.isError) return <PartFailure retry={form.query.refetch} />
  return (
    <div className={classes.cards} role="status" aria-label={t('admin_settings.loading')}>
      {[220, 300, 180].map(height => (
        <Skeleton key={height} height={height} radius={12} />
      ))}
    </div>
  )
}

/** Names the unsaved changes, with the buttons that save or discard them. */
function Unsaved({ form }: { form: AnyForm }) {
  const { t } = useTranslation()
  const { changes, isSaving, discard } = form
  const [first, second] = changes
  const text =
    changes.length > 2
      ? t('admin_settings.unsaved_many', { count: changes.length })
      : changes.length === 2
        ? t('admin_settings.unsaved_two', { first, second })
        : t('admin_settings.unsaved_one', { first })
  return (
    <div className={classes.unsaved} data-shown={changes.length > 0 || undefined}>
      <p role="status" className={classes.state}>
        {changes.length > 0 && (
          <>
            <span className={classes.dot} aria-hidden />
            {text}
          </>
        )}
      </p>
      {changes.length > 0 && (
        <>
          <Button variant="default" disabled={isSaving} onClick={discard}>
            {t('admin_settings.discard')}
          </Button>
          <Button type="submit" loading={isSaving}>
            {t('admin_settings.save')}
          </Button>
        </>
      )}
    </div>
  )
}
