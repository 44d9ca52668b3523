import type { DocumentType } from '@coffer/contract/document-types'
import { SEARCH_TYPES } from '@coffer/contract/search'
import { useTranslation } from 'react-i18next'
import type { SearchFilters } from './search.api.ts'
import classes from './search-filters.module.css'

interface SearchFiltersProps {
  /** Document types to choose from; without any, their filter is hidden. */
  types: readonly DocumentType[]
  filters: SearchFilters
  onFilters: (filters: SearchFilters) => void
}

const TYPES = SEARCH_TYPES.filter(type => type !== 'file' && type !== 'other')
const CHANGED = ['any', 'day', 'week', 'month', 'year'] as const
const SIZES = ['any', 'small', 'medium', 'large'] as const

/** Chips that filter a search, with one value per kind of filter. */
export function SearchFilterChips({ types, filters, onFilters }: SearchFiltersProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={classes.chips} aria-label={t('search.kind')}>
      {TYPES.map(type => (
        <button
          key={type}
          type="button"
          className={classes.chip}
          aria-pressed={filters.type === type}
          onClick={() => onFilters({ ...filters, type: filters.type === type ? null : type })}
        >
          {t(`search.type_${type}`)}
        </button>
      ))}
      {types.length > 0 && (
        <DocumentChoices types={types} filters={filters} onFilters={onFilters} />
      )}
      <Choice
        label={t('search.changed')}
        value={filters.changed}
        choices={CHANGED}
        labelOf={choice => t(`search.changed_${choice}`)}
        onChoose={changed => onFilters({ ...filters, changed })}
      />
      <Choice
        label={t('search.size')}
        value={filters.size}
        choices={SIZES}
        labelOf={choice => t(`search.size_${choice}`)}
        onChoose={size => onFilters({ ...filters, size })}
      />
    </fieldset>
  )
}

/** Filters by document type, then by subcategory where the type has any. */
function DocumentChoices({ types, filters, onFilters }: SearchFiltersProps) {
  const { t } = useTranslation()
  const chosen = types.find(({ id }) => id === filters.documentType)
  const subcategories = chosen?.relationships.subcategories.data ?? []
  const idOf = (choice: string) => (choice === ANY ? null : choice)
  return (
    <>
      <Choice
        label={t('documents.type')}
        value={chosen?.id ?? ANY}
        choices={[ANY, ...types.map(({ id }) => id)]}
        labelOf={choice => types.find(({ id }) => id === choice)?.attributes.name ?? ''}
        onChoose={choice =>
          onFilters({ ...filters, documentType: idOf(choice), subcategory: null })
        }
      />
      {subcategories.length > 0 && (
        <Choice
          label={t('documents.subcategory')}
          value={filters.subcategory ?? ANY}
          choices={[ANY, ...subcategories.map(({ id }) => id)]}
          labelOf={choice => subcategories.find(({ id }) => id === choice)?.attributes.name ?? ''}
          onChoose={choice => onFilters({ ...filters, subcategory: idOf(choice) })}
        />
      )}
    </>
  )
}

const ANY = 'any'

interface ChoiceProps<T extends string> {
  label: string
  value: T
  choices: readonly T[]
  labelOf: (choice: T) => string
  onChoose: (choice: T) => void
}

function Choice<T extends string>({ label, value, choices, labelOf, onChoose }: ChoiceProps<T>) {
  return (
    <select
      className={classes.chip}
      aria-label={label}
      data-chosen={value !== ANY || undefined}
      value={value}
      onChange={event => onChoose(event.currentTarget.value as T)}
    >
      {choices.map(choice => (
        <option key={choice} value={choice}>
          {choice === ANY ? label : labelOf(choice)}
        </option>
      ))}
    </select>
  )
}
