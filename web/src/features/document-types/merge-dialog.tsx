import type { DocumentTypeRow } from '@coffer/contract/document-type-editing'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import frame from '../../ui/dialog-form.module.css'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { SelectInput } from '../../ui/form/select-input.tsx'
import { useCall } from '../../ui/form/use-call.ts'
import { PartFailure } from '../../ui/part-failure.tsx'
import { successToast } from '../../ui/toasts/toasts.ts'
import { typesQuery, useDocumentTypeCalls } from './document-types.api.ts'

interface MergeDialogProps {
  type: DocumentTypeRow
  onClose: () => void
}

const ALL = { page: 1, per_page: 200, sort: 'name', direction: 'asc' } as const

/** Chooses the type that takes over the items of another one. */
export function MergeDialog({ type, onClose }: MergeDialogProps) {
  const { t } = useTranslation()
  const { mergeType } = useDocumentTypeCalls()
  const { data, isError, refetch } = useQuery(typesQuery(ALL))
  const [into, setInto] = useState('')
  const { run, busy, failure } = useCall()
  const { name } = type.attributes
  const others = (data?.data ?? []).filter(({ id }) => id !== type.id)
  const merge = () =>
    run(async () => {
      const target = await mergeType(type.id, into)
      successToast(t('admin_documents.merged', { name, target: target.attributes.name }))
      onClose()
    })
  return (
    <DialogBox
      opened
      onClose={onClose}
      dismissable={!busy}
      title={t('admin_documents.merge_title', { name })}
      className={frame.dialog}
    >
      <div className={frame.form}>
        <p className={frame.lead}>{t('admin_documents.merge_text', { name })}</p>
        {!data && isError && <PartFailure retry={refetch} />}
        {data && others.length === 0 && <p>{t('admin_documents.merge_none')}</p>}
        {(data ? others.length > 0 : !isError) && (
          <SelectInput
            label={t('admin_documents.merge_into')}
            value={into}
            data-autofocus
            data={[
              { value: '', label: '' },
              ...others.map(({ id, attributes }) => ({ value: id, label: attributes.name })),
            ]}
            onChange={event => setInto(event.currentTarget.value)}
          />
        )}
        <FormFailure>{failure}</FormFailure>
        <DialogButtons onCancel={onClose}>
          <Button color="danger" disabled={into === ''} loading={busy} onClick={() => void merge()}>
            {t('admin_documents.merge_confirm')}
          </Button>
        </DialogButtons>
      </div>
    </DialogBox>
  )
}
