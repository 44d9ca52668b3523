import { ITEM_KINDS } from '@coffer/contract/browse'
import type { DocumentType } from '@coffer/contract/document-types'
import { Button, Menu } from '@mantine/core'
import { Check, ChevronDown, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './filter-chips.module.css'
import { type Chosen, PERIODS } from './filters.ts'

interface FilterChipsProps {
  /** Document types to choose from; without any there is nothing of them. */
  types: readonly DocumentType[]
  chosen: Chosen
  onChange: (chosen: Chosen) => void
}

/** Narrows a list by kind and by the days on which things were changed. */
export function FilterChips({ types, chosen, onChange }: FilterChipsProps) {
  const { t } = useTranslation()
  const { kind, days, type } = chosen
  return (
    <div className={classes.chips}>
      <Chip
        label={t('filter.type')}
        value={kind}
        choices={ITEM_KINDS.map(one => [one, t(`filter.kind_${one}`)])}
        onChoose={choice => onChange({ ...chosen, kind: choice })}
      />
      {types.length > 0 && <DocumentChips types={types} chosen={chosen} onChange={onChange} />}
      <Chip
        label={t('filter.changed')}
        value={days}
        choices={PERIODS.map(one => [one, t(`filter.days_${one}`)])}
        onChoose={choice => onChange({ ...chosen, days: choice })}
      />
      {(kind || days || type) && (
        <IconButton icon={X} label={t('filter.clear')} size="small" onClick={() => onChange({})} />
      )}
    </div>
  )
}

/** By document type, and then by subcategory where the type has any. */
function DocumentChips({ types, chosen, onChange }: FilterChipsProps) {
  const { t } = useTranslation()
  const { subcategory, ...others } = chosen
  const subcategories =
    types.find(({ id }) => id === chosen.type)?.relationships.subcategories.data ?? []
  return (
    <>
      <Chip
        label={t('documents.type')}
        value={chosen.type}
        choices={types.map(({ id, attributes }) => [id, attributes.name])}
        onChoose={choice => onChange({ ...others, type: choice })}
      />
      {subcategories.length > 0 && (
        <Chip
          label={t('documents.subcategory')}
          value={subcategory}
          choices={subcategories.map(({ id, attributes }) => [id, attributes.name])}
          onChoose={choice => onChange({ ...chosen, subcategory: choice })}
        />
      )}
    </>
  )
}

interface ChipProps<V extends string> {
  label: string
  value: V | undefined
  choices: readonly (readonly [value: V, label: string])[]
  onChoose: (value: V | undefined) => void
}

function Chip<V extends string>({ label, value, choices, onChoose }: ChipProps<V>) {
  const { t } = useTranslation()
  const chosen = choices.find(([one]) => one === value)?.[1]
  const all: readonly (readonly [V | undefined, string])[] = [
    [undefined, t('filter.any')],
    ...choices,
  ]
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          className={classes.chip}
          data-on={chosen !== undefined || undefined}
          rightSection={<ChevronDown size={13} strokeWidth={2} aria-hidden />}
          aria-label={chosen ? `${label}: ${chosen}` : label}
        >
          {chosen ?? label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {all.map(([one, words]) => (
          <Menu.Item
            key={one ?? ''}
            role="menuitemradio"
            aria-checked={one === value}
            leftSection={
              <Check size={16} className={classes.check} data-on={one === value || undefined} />
            }
            onClick={() => onChoose(one)}
          >
            {words}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
