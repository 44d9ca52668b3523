import { ITEM_KINDS } from '@coffer/contract/browse'
import type { DocumentType } from '@coffer/contract/document-types'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import classes from '../../ui/filters/filter-chips.module.css'
import { IconButton } from '../../ui/icon-button.tsx'
import { ChoiceChip } from './choice-chip.tsx'
import { DaysChip } from './days-chip.tsx'
import { customersQuery, peopleQuery } from './filter-picks.ts'
import type { FilterSelection } from './filters.ts'
import { FilterOptionChip } from './pick-chip.tsx'

interface FilterChipsProps {
  /** Document types to choose from; without any, their filter is hidden. */
  types: readonly DocumentType[]
  /** Whether the list contains other users' items. */
  isOfAll: boolean
  /** The label of the date filter. */
  daysLabel: string
  chosen: FilterSelection
  onChange: (chosen: FilterSelection) => void
}

type ChipsProps = Pick<FilterChipsProps, 'chosen' | 'onChange'>

/** Filters a list by kind, document type, date, owner and customer. */
export function FilterChips({ types, isOfAll, daysLabel, ...chips }: FilterChipsProps) {
  const { t } = useTranslation()
  const { chosen, onChange } = chips
  const isOn = Object.values(chosen).some(value => value !== undefined)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form's.
    <div className={classes.chips} role="group" aria-label={t('filter.title')}>
      <ChoiceChip
        label={t('filter.type')}
        value={chosen.kind}
        choices={ITEM_KINDS.map(kind => [kind, t(`filter.kind_${kind}`)])}
        onChoose={kind => onChange({ ...chosen, kind })}
      />
      {types.length > 0 && <DocumentChips types={types} {...chips} />}
      <DaysChip label={daysLabel} {...chips} />
      {isOfAll && (
        <FilterOptionChip
          label={t('filter.person')}
          searchLabel={t('filter.find_person')}
          value={chosen.user}
          find={peopleQuery}
          onChoose={user => onChange({ ...chosen, user })}
        />
      )}
      <CustomerChip {...chips} />
      {isOn && (
        <IconButton
          icon={X}
          label={t('filter.clear')}
          size="small"
          className={classes.clear}
          onClick={() => onChange({})}
        />
      )}
    </div>
  )
}

/** Hidden while there are no customers. */
function CustomerChip({ chosen, onChange }: ChipsProps) {
  const { t } = useTranslation()
  const { data } = useQuery(customersQuery(''))
  if (!chosen.custom && !data?.length) return null
  return (
    <FilterOptionChip
      label={t('customers.customer')}
      searchLabel={t('filter.find_customer')}
      value={chosen.custom}
      find={customersQuery}
      onChoose={custom => onChange({ ...chosen, custom })}
    />
  )
}

/** Filters by document type, then by subcategory where the type has any. */
function DocumentChips({ types, chosen, onChange }: ChipsProps & Pick<FilterChipsProps, 'types'>) {
  const { t } = useTranslation()
  const { subcategory, ...others } = chosen
  const subcategories =
    types.find(({ id }) => id === chosen.type)?.relationships.subcategories.data ?? []
  return (
    <>
      <ChoiceChip
        label={t('documents.type')}
        value={chosen.type}
        choices={types.map(({ id, attributes }) => [id, attributes.name])}
        onChoose={type => onChange({ ...others, type })}
      />
      {subcategories.length > 0 && (
        <ChoiceChip
          label={t('documents.subcategory')}
          value={subcategory}
          choices={subcategories.map(({ id, attributes }) => [id, attributes.name])}
          onChoose={choice => onChange({ ...chosen, subcategory: choice })}
        />
      )}
    </>
  )
}
