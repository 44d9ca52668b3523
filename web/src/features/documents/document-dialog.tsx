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
  type DocumentChange,
  documentQuery,
  previousDocument,
  useChangeDocument,
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

/** Follows the document of the item; a save sends only what was edited. */
function SingleItemForm({ item, ...props }: DocumentDialogProps & { item: DocumentItem }) {
  const { data, isError, refetch } = useQuery(documentQuery(item))
  const change = useChangeDocument(item, props.cache)
  if (!data) return <Waiting hasFailed={isError} retry={refetch} onClose={props.onClose} />
  const save = async (choice: Choice, values: DocumentValues) => {
    await change(isSame(choice, data) ? { values } : { ...choice, values })
    const message = i18next.t('documents.changed_named', { name: item.attributes.name })
    doneToast(message, () => change(previousDocument(data)))
  }
  return <DocumentForm {...props} current={data} currentChoice={choiceOf(data)} save={save} />
}

/** Starts with the type of all items if it is the same. */
function MultiItemForm(props: DocumentDialogProps) {
  const { items, cache } = props
  const [first, ...others] = items.map(({ attributes }) => choiceOf(attributes))
  const isCommon = others.every(second => isSame(second, first ?? NO_CHOICE))
  const save = useSaveMany(items, cache)
  const currentChoice = isCommon && first ? first : NO_CHOICE
  return <DocumentForm {...props} current={null} currentChoice={currentChoice} save={save} />
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

type DocumentValues = DocumentChange['values']

interface DocumentFormProps extends DocumentDialogProps {
  /** The current document of one item; null for many items. */
  current: Document | null
  currentChoice: Choice
  save: (choice: Choice, values: DocumentValues) => Promise<void>
}

function DocumentForm(props: DocumentFormProps) {
  const { items, current, currentChoice, save, onDone, onClose } = props
  const { t } = useTranslation()
  const types = useQuery(documentTypesQuery)
  const [choice = currentChoice, setChoice] = useState<Choice>()
  const { locale } = useFormat()
  const { textOf, setText, isEdited } = useTexts(current, locale)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  if (!types.data)
    return <Waiting hasFailed={types.isError} retry={types.refetch} onClose={onClose} />
  const fields = fieldsOf(types.data, choice)
  const isLossy = items.some(
    ({ attributes }) => attributes.tipo_id !== null && !isSame(choiceOf(attributes), choice),
  )
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The browser reports a date that is only partly typed, whose value is empty.
    if (!event.currentTarget.reportValidity()) return
    setBusy(true)
    const edited = fields.filter(({ id }) => isEdited(id))
    const values = Object.fromEntries(
      edited.map(({ id, type }) => [id, toValue(type, textOf(id), locale)]),
    )
    try {
      await save(choice, values)
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
          text={textOf(field.id)}
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

/** The texts by field id: edited ones, kept when the type is changed, over the current ones. */
function useTexts(current: Document | null, locale: string) {
  const [edits, setEdits] = useState<Record<string, string>>({})
  const currentTexts: Record<string, string> = Object.fromEntries(
    (current?.fields ?? []).map(({ id, type, value }) => [id, toText(type, value, locale)]),
  )
  const currentTextOf = (id: string) => currentTexts[id] ?? ''
  const textOf = (id: string) => edits[id] ?? currentTextOf(id)
  return {
    textOf,
    setText: (id: string, text: string) => setEdits(all => ({ ...all, [id]: text })),
    isEdited: (id: string) => textOf(id) !== currentTextOf(id),
  }
}

/**
 * Returns what undoes the change, if no item had a type; otherwise the previous values are unknown.
 */
const undoUntyped = (items: readonly DocumentItem[]) =>
  items.every(({ attributes }) => attributes.tipo_id === null) ? { ...NO_CHOICE, values: {} } : null

function useSaveMany(items: readonly DocumentItem[], cache: DocumentCache) {
  const queries = useQueryClient()
  const send = async (change: DocumentChange) => {
    try {
      await changeDocuments(items, change)
    } finally {
      // Some of several calls may have succeeded.
      void queries.invalidateQueries({ queryKey: [DOCUMENT] })
      void cache.refresh()
    }
  }
  return async (choice: Choice, values: DocumentValues) => {
    await send({ ...choice, values })
    const previous = undoUntyped(items)
    const message = i18next.t('documents.changed', { count: items.length })
    doneToast(message, previous && (() => send(previous)))
  }
}
