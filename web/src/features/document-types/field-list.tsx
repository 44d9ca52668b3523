import { MAX_FIELDS } from '@coffer/contract/document-type-editing'
import { FIELD_TYPES, type FieldType } from '@coffer/contract/document-types'
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Button, Textarea, TextInput } from '@mantine/core'
import { GripVertical, Plus, X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectInput } from '../../ui/form/select-input.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { emptyField, type FieldDraft, moved } from './field-drafts.ts'
import classes from './field-list.module.css'

interface FieldListProps {
  fields: readonly FieldDraft[]
  /** Errors by the key of the field and the name of the input. */
  errors: Readonly<Record<string, string>>
  /** @param edited the names of errors that no longer apply */
  onChange: (fields: FieldDraft[], edited?: readonly string[]) => void
}

/** Our own region announces moves, in the language of the page. */
const SILENT = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
  screenReaderInstructions: { draggable: '' },
}

/** The fields of a form, ordered by dragging or with the arrow keys. */
export function FieldList({ fields, errors, onChange }: FieldListProps) {
  const { t } = useTranslation()
  const limitId = useId()
  const isFull = fields.length >= MAX_FIELDS
  const [announcement, setAnnouncement] = useState('')
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  function move(from: number, to: number) {
    const field = fields[from]
    if (!field || to < 0 || to >= fields.length || from === to) return
    onChange(moved(fields, from, to))
    const name = field.name || t('admin_documents.unnamed')
    setAnnouncement(t('admin_documents.moved', { name, position: to + 1, count: fields.length }))
  }
  const indexOf = (key: unknown) => fields.findIndex(field => field.key === key)
  const onDragEnd = ({ active, over }: DragEndEvent) =>
    over && move(indexOf(active.id), indexOf(over.id))
  const change = (key: string, patch: Partial<FieldDraft>) =>
    onChange(
      fields.map(field => (field.key === key ? { ...field, ...patch } : field)),
      Object.keys(patch).map(part => `${key}.${part}`),
    )
  return (
    <div className={classes.fields}>
      {fields.length === 0 && <p className={classes.note}>{t('admin_documents.no_fields')}</p>}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={SILENT}
        onDragEnd={onDragEnd}
      >
        <SortableContext
          items={fields.map(({ key }) => key)}
          strategy={verticalListSortingStrategy}
        >
          <ol className={classes.list}>
            {fields.map((field, index) => (
              <FieldRow
                key={field.key}
                field={field}
                index={index}
                errors={errors}
                onChange={patch => change(field.key, patch)}
                onMove={step => move(index, index + step)}
                onRemove={() => onChange(fields.filter(({ key }) => key !== field.key))}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <p className={classes.announcement} aria-live="polite">
        {announcement}
      </p>
      <Button
        variant="default"
        className={classes.add}
        leftSection={<Plus size={17} strokeWidth={1.75} aria-hidden />}
        disabled={isFull}
        aria-describedby={isFull ? limitId : undefined}
        onClick={() => onChange([...fields, emptyField()])}
      >
        {t('admin_documents.add_field')}
      </Button>
      {isFull && (
        <p id={limitId} className={classes.note}>
          {t('admin_documents.fields_full', { limit: MAX_FIELDS })}
        </p>
      )}
    </div>
  )
}

interface FieldRowProps {
  field: FieldDraft
  index: number
  errors: Readonly<Record<string, string>>
  onChange: (patch: Partial<FieldDraft>) => void
  onMove: (step: number) => void
  onRemove: () => void
}

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

function FieldRow({ field, index, errors, onChange, onMove, onRemove }: FieldRowProps) {
  const { t } = useTranslation()
  const { key, name, type, required, options } = field
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } =
    useSortable({ id: key })
  const shownName = name || t('admin_documents.unnamed')
  const errorOf = (part: string) => errors[`${key}.${part}`]
  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    onMove(step)
  }
  return (
    <li
      ref={setNodeRef}
      className={classes.field}
      data-dragging={isDragging || undefined}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        className={classes.handle}
        aria-label={t('admin_documents.move_field', { name: shownName })}
        {...listeners}
        onKeyDown={onKeyDown}
      >
        <GripVertical size={18} strokeWidth={1.75} aria-hidden />
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be part of a grid. */}
      <div
        className={classes.inputs}
        role="group"
        aria-label={t('admin_documents.field_number', { number: index + 1 })}
      >
        <TextInput
          label={t('admin_documents.field_name')}
          value={name}
          error={errorOf('name')}
          maxLength={200}
          autoComplete="off"
          autoFocus={name === '' && field.id === undefined}
          onChange={event => onChange({ name: event.currentTarget.value })}
        />
        <SelectInput
          label={t('admin_documents.field_type')}
          value={type}
          data={FIELD_TYPES.map(value => ({ value, label: t(`admin_documents.type_${value}`) }))}
          onChange={event => onChange({ type: event.currentTarget.value as FieldType })}
        />
        <label className={classes.required}>
          <input
            type="checkbox"
            checked={required}
            onChange={event => onChange({ required: event.currentTarget.checked })}
          />
          {t('admin_documents.required')}
        </label>
        {type === 'choice' && (
          <Textarea
            className={classes.options}
            label={t('admin_documents.options')}
            description={t('admin_documents.options_text')}
            autosize
            minRows={2}
            maxRows={10}
            value={options}
            error={errorOf('options')}
            onChange={event => onChange({ options: event.currentTarget.value })}
          />
        )}
      </div>
      <IconButton
        icon={X}
        size="small"
        label={t('admin_documents.remove_field', { name: shownName })}
        onClick={onRemove}
      />
    </li>
  )
}
