import { SEARCH_TYPES } from '@coffer/contract/search'
import { useTranslation } from 'react-i18next'
import type { SearchFilters } from './search.api.ts'
import classes from './search-filters.module.css'

interface SearchFiltersProps {
  filters: SearchFilters
  onFilters: (filters: SearchFilters) => void
}

const TYPES = SEARCH_TYPES.filter(type => type !== 'file' && type !== 'other')
const CHANGED = ['any', 'day', 'week', 'month', 'year'] as const
const SIZES = ['any', 'small', 'medium', 'large'] as const

/** Chips that narrow a search; one of a kind at a time. */
export function SearchFilterChips({ filters, onFilters }: SearchFiltersProps) {
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
      <Choice
        label={t('search.changed')}
        value={filters.changed}
        choices={CHANGED}
        wordOf={choice => t(`search.changed_${choice}`)}
        onChoose={changed => onFilters({ ...filters, changed })}
      />
      <Choice
        label={t('search.size')}
        value={filters.size}
        choices={SIZES}
        wordOf={choice => t(`search.size_${choice}`)}
        onChoose={size => onFilters({ ...filters, size })}
      />
    </fieldset>
  )
}

interface ChoiceProps<T extends string> {
  label: string
  value: T
  choices: readonly T[]
  wordOf: (choice: T) => string
  onChoose: (choice: T) => void
}

function Choice<T extends string>({ label, value, choices, wordOf, onChoose }: ChoiceProps<T>) {
  return (
    <select
      className={classes.chip}
      aria-label={label}
      data-chosen={value !== 'any' || undefined}
      value={value}
      onChange={event => onChoose(event.currentTarget.value as T)}
    >
      {choices.map(choice => (
        <option key={choice} value={choice}>
          {choice === 'any' ? label : wordOf(choice)}
        </option>
      ))}
    </select>
  )
}
