import type { Item, ItemRef } from '@coffer/contract/items'
import { Button, Modal, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useFormat } from '../../lib/use-format.ts'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import { doneToast } from '../../ui/toasts/undo.ts'
import classes from './document-form.module.css'
import { DOCUMENT, documentTypesQuery } from './document-types.api.ts'
import {
  changeDocuments,
  type Document,
  type DocumentCache,
  documentQuery,
  previousDocument,
} from './documents.api.ts'
import { type Choice, fieldsOf, NO_CHOICE, TypeChoice } from './type-choice.tsx'
import { ValueInput } from './value-input.tsx'
import { toText, toValue } from './value-text.ts'

/** As much of an item as is changed here. */
interface Typed extends ItemRef {
  attributes: Pick<Item['attributes'], 'name' | 'tipo_id' | 'subcategory_id'>
}

interface DocumentDialogProps {
  items: readonly Typed[]
  cache: DocumentCache
  onDone: () => void
  onClose: () => void
}

/** Type, subcategory and fields of one item, or the same for many. */
export function DocumentDialog(props: DocumentDialogProps) {
  const { t } = useTranslation()
  const { items, onClose } = props
  const [first] = items
  const title =
    items.length === 1
      ? t('documents.dialog_one', { name: first?.attributes.name })
      : t('documents.dialog_many', { count: items.length })
  return (
    <Modal opened onClose={onClose} title={title} size={440}>
      {items.length === 1 && first ? <OneForm {...props} item={first} /> : <ManyForm {...props} />}
    </Modal>
  )
}

/** Shows what the item says already. */
function OneForm({ item, ...props }: DocumentDialogProps & { item: Typed }) {
  const { data, isError, refetch } = useQuery(documentQuery(item))
  if (!data) return <Waiting hasFailed={isError} retry={refetch} onClose={props.onClose} />
  return <DocumentForm {...props} before={data} start={choiceOf(data)} />
}

/** What they all are, where they are all the same. */
function ManyForm(props: DocumentDialogProps) {
  const [first, ...others] = props.items.map(({ attributes }) => choiceOf(attributes))
  const isCommon = others.every(other => isSame(other, first ?? NO_CHOICE))
  return <DocumentForm {...props} before={null} start={isCommon && first ? first : NO_CHOICE} />
}

const choiceOf = ({ tipo_id, subcategory_id }: Choice): Choice => ({ tipo_id, subcategory_id })
const isSame = (one: Choice, other: Choice): boolean =>
  one.tipo_id === other.tipo_id && one.subcategory_id === other.subcategory_id

interface WaitingProps {
  hasFailed: boolean
  retry: () => unknown
  onClose: () => void
}

function Waiting({ hasFailed, retry, onClose }: WaitingProps) {
  const { t } = useTranslation()
  if (!hasFailed)
    return (
      <div className={classes.fields} aria-busy>
        <Skeleton height="var(--control)" radius="md" />
        <Skeleton height="var(--control)" radius="md" />
      </div>
    )
  return (
    <>
      <p role="alert">{t('documents.failed')}</p>
      <DialogButtons onCancel={onClose}>
        <Button onClick={() => void retry()}>{t('files.retry')}</Button>
      </DialogButtons>
    </>
  )
}

interface DocumentFormProps extends DocumentDialogProps {
  /** Of one item what it was; null for many. */
  before: Document | null
  start: Choice
}

function DocumentForm({ items, before, start, cache, onDone, onClose }: DocumentFormProps) {
  const { t } = useTranslation()
  const types = useQuery(documentTypesQuery)
  const save = useSave(items, cache)
  const [choice, setChoice] = useState(start)
  const { texts, setText } = useTexts(before)
  const [faults, setErrors] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  if (!types.data)
    return <Waiting hasFailed={types.isError} retry={types.refetch} onClose={onClose} />
  const fields = fieldsOf(types.data, choice)
  const isLossy = items.some(
    ({ attributes }) => attributes.tipo_id !== null && !isSame(choiceOf(attributes), choice),
  )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    // Of many items only what is filled in is the same for all of them.
    const sent = fields.filter(({ id }) => before !== null || (texts[id] ?? '') !== '')
    const values = Object.fromEntries(
      sent.map(({ id, type }) => [id, toValue(type, texts[id] ?? '')]),
    )
    try {
      await save({ ...choice, values }, before)
      onDone()
    } catch (error) {
      const refused = fieldErrorsOf(error)
      setErrors(refused)
      if (!fields.some(({ id }) => refused[`values.${id}`])) failurePopup(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={classes.fields} onSubmit={event => void submit(event)} noValidate>
      <TypeChoice types={types.data} choice={choice} onChoose={setChoice} isFirst />
      {fields.map(field => (
        <ValueInput
          key={field.id}
          field={field}
          text={texts[field.id] ?? ''}
          fault={faults[`values.${field.id}`]}
          onChange={text => {
            setText(field.id, text)
            setErrors({ ...faults, [`values.${field.id}`]: '' })
          }}
        />
      ))}
      {before === null && fields.length > 0 && (
        <p className={classes.hint}>{t('documents.kept_hint')}</p>
      )}
      {isLossy && <p className={classes.hint}>{t('documents.lost_hint')}</p>}
      <DialogButtons onCancel={onClose}>
        <Button type="submit" loading={isBusy}>
          {t('files.save')}
        </Button>
      </DialogButtons>
    </form>
  )
}

/** What is typed in, by the ids of the fields; kept while another type is looked at. */
function useTexts(before: Document | null) {
  const { locale } = useFormat()
  const [texts, setTexts] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      (before?.fields ?? []).map(({ id, type, value }) => [id, toText(type, value, locale)]),
    ),
  )
  const setText = (id: string, text: string) => setTexts(all => ({ ...all, [id]: text }))
  return { texts, setText }
}

/** What many were where none of them had a type; what others had filled in is not known here. */
const untyped = (items: readonly Typed[]) =>
  items.every(({ attributes }) => attributes.tipo_id === null) ? { ...NO_CHOICE, values: {} } : null

function useSave(items: readonly Typed[], cache: DocumentCache) {
  const queries = useQueryClient()
  const send = async (sent: Parameters<typeof changeDocuments>[1]) => {
    try {
      await changeDocuments(items, sent)
    } finally {
      // Of several calls some may have succeeded.
      void queries.invalidateQueries({ queryKey: [DOCUMENT] })
      void cache.refresh()
    }
  }
  return async (sent: Parameters<typeof changeDocuments>[1], before: Document | null) => {
    await send(sent)
    const [first] = items
    const words = before
      ? i18next.t('documents.changed_named', { name: first?.attributes.name })
      : i18next.t('documents.changed', { count: items.length })
    const after = before ? previousDocument(before) : untyped(items)
    doneToast(words, after && (() => send(after)))
  }
}
