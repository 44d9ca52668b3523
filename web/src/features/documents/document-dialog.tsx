import type { Item, ItemRef } from '@coffer/contract/items'
import { Button, Modal, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { DOCUMENT } from '../../lib/query-keys.ts'
import { useFormat } from '../../lib/use-format.ts'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import { doneToast } from '../../ui/toasts/undo.ts'
import classes from './document-form.module.css'
import { documentTypesQuery } from './document-types.api.ts'
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

/** The attributes of an item that are changed here. */
interface DocumentItem extends ItemRef {
  attributes: Pick<Item['attributes'], 'name' | 'tipo_id' | 'subcategory_id'>
}

interface DocumentDialogProps {
  items: readonly DocumentItem[]
  cache: DocumentCache
  onDone: () => void
  onClose: () => void
}

/** Edits type, subcategory and fields of one item, or common ones of many. */
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
      {items.length === 1 && first ? (
        <SingleItemForm {...props} item={first} />
      ) : (
        <MultiItemForm {...props} />
      )}
    </Modal>
  )
}

/** Loads the current values of the item. */
function SingleItemForm({ item, ...props }: DocumentDialogProps & { item: DocumentItem }) {
  const { data, isError, refetch } = useQuery(documentQuery(item))
  if (!data) return <Waiting hasFailed={isError} retry={refetch} onClose={props.onClose} />
  return <DocumentForm {...props} current={data} start={choiceOf(data)} />
}

/** Starts with the type of all items if it is the same. */
function MultiItemForm(props: DocumentDialogProps) {
  const [first, ...others] = props.items.map(({ attributes }) => choiceOf(attributes))
  const isCommon = others.every(second => isSame(second, first ?? NO_CHOICE))
  return <DocumentForm {...props} current={null} start={isCommon && first ? first : NO_CHOICE} />
}

const choiceOf = ({ tipo_id, subcategory_id }: Choice): Choice => ({ tipo_id, subcategory_id })
const isSame = (first: Choice, second: Choice): boolean =>
  first.tipo_id === second.tipo_id && first.subcategory_id === second.subcategory_id

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
  /** The current document of one item; null for many items. */
  current: Document | null
  start: Choice
}

function DocumentForm({ items, current, start, cache, onDone, onClose }: DocumentFormProps) {
  const { t } = useTranslation()
  const types = useQuery(documentTypesQuery)
  const save = useSave(items, cache)
  const [choice, setChoice] = useState(start)
  const { texts, setText } = useTexts(current)
  const [errors, setErrors] = useState<Record<string, string>>({})
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
    // For many items only filled-in fields are sent.
    const sentFields = fields.filter(({ id }) => current !== null || (texts[id] ?? '') !== '')
    const values = Object.fromEntries(
      sentFields.map(({ id, type }) => [id, toValue(type, texts[id] ?? '')]),
    )
    try {
      await save({ ...choice, values }, current)
      onDone()
    } catch (error) {
      const fieldErrors = fieldErrorsOf(error)
      setErrors(fieldErrors)
      if (!fields.some(({ id }) => fieldErrors[`values.${id}`])) failurePopup(error)
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
          error={errors[`values.${field.id}`]}
          onChange={text => {
            setText(field.id, text)
            setErrors({ ...errors, [`values.${field.id}`]: '' })
          }}
        />
      ))}
      {current === null && fields.length > 0 && (
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

/** The typed values by field id, kept when the type is changed. */
function useTexts(current: Document | null) {
  const { locale } = useFormat()
  const [texts, setTexts] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      (current?.fields ?? []).map(({ id, type, value }) => [id, toText(type, value, locale)]),
    ),
  )
  const setText = (id: string, text: string) => setTexts(all => ({ ...all, [id]: text }))
  return { texts, setText }
}

/**
 * Returns what undoes the change, if no item had a type; otherwise the previous values are unknown.
 */
const undoUntyped = (items: readonly DocumentItem[]) =>
  items.every(({ attributes }) => attributes.tipo_id === null) ? { ...NO_CHOICE, values: {} } : null

function useSave(items: readonly DocumentItem[], cache: DocumentCache) {
  const queries = useQueryClient()
  const send = async (sent: Parameters<typeof changeDocuments>[1]) => {
    try {
      await changeDocuments(items, sent)
    } finally {
      // Some of several calls may have succeeded.
      void queries.invalidateQueries({ queryKey: [DOCUMENT] })
      void cache.refresh()
    }
  }
  return async (sent: Parameters<typeof changeDocuments>[1], current: Document | null) => {
    await send(sent)
    const [first] = items
    const message = current
      ? i18next.t('documents.changed_named', { name: first?.attributes.name })
      : i18next.t('documents.changed', { count: items.length })
    const previous = current ? previousDocument(current) : undoUntyped(items)
    doneToast(message, previous && (() => send(previous)))
  }
}
